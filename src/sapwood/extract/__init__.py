"""Text to candidates, without a model."""
