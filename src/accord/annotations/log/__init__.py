"""The logs: submissions, appended one by one, and what stands."""
