"""What a folder holds, as the checks and the status look at it."""
