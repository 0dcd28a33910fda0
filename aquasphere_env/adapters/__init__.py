"""Adapters: the games in the interfaces of other libraries."""
