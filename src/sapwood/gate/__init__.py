"""How a person's will is proven: the trust root, the decisions in the log, and what follows from them."""
