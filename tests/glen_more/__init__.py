"""Tests of Glen More."""
