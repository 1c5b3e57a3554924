"""What recall answers with: one file a lane, each asks its layer and says why an item is there."""
