"""Connections to databases, nothing else."""
