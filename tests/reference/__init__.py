"""Slow and obvious versions of what the native core does, to check it by."""
