"""The form as a chat request: what a machine is asked about one item, or about one output."""
