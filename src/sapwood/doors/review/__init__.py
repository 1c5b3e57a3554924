"""The one door where a person signs: what is signed is shown in full, on a terminal, and a key is unlocked there."""
