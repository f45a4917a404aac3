"""Lets `python -m accord` do what the `accord` command does."""

from accord.cli.main import main

main()
