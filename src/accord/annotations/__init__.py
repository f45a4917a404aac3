"""What was said: ratings from tables, data frames and, later, submissions."""
