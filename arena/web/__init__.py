"""The arena in a browser: people and agents at tables, joined by links."""
