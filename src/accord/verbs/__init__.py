"""One file a verb: read, call the stages, return a typed result."""
