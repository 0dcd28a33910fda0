"""The web UI, replays and the command line (extra ``viewer``)."""
