"""Speed measurements; see speed.py."""
