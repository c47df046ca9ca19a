"""What the word table is made of: an encoder, WordNet, and how they are put together."""
