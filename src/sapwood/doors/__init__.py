"""How memory is reached. A door parses, calls one verb, renders."""
