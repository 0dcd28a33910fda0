"""Pictures as arrays and in a window, the page to play in, the command line (extra ``viewer``)."""
