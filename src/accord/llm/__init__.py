"""Machines that fill in the form: prompt, request, reply, submission."""
