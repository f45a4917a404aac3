"""How far raters agree: sums over items, patterns, resamples, estimates."""
