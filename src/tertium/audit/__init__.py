"""Audits: is a metric what it should be? And the perturbations that put it to the test."""
