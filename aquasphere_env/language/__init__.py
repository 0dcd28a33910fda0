"""The games in words: guides, moves, rules for a prompt, and what language models answer."""
