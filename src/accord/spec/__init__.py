"""What is asked: the kinds of fields, their labels, and the states an answer can be in."""
