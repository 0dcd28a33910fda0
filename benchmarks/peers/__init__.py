"""Random play through other libraries and through ours, side by side."""
