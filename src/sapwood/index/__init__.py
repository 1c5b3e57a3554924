"""Rows made from log and files; disposable at any time."""
