"""Outside suites that judge memories, and what lets them drive this one. `bench/judges.py` makes docs/judges.md of it."""
