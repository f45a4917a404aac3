"""Excel workbooks that people fill in: what they hold, how they are written, and what comes back."""
