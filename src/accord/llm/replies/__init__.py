"""From what a machine replied to answers, or to the reason why there are none."""
