"""Generated documentation; see generate.py."""
