"""What tests of several packages use: places, graphs, corpora, commands."""
