"""The truth of what happened: leaves, values, proofs, witnesses."""
