"""What is true: pure functions and values. No clock, no disk, no environment."""
