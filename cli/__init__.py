"""The command line ``meeplezoo``: parses and calls, nothing else."""
