"""``python -m aquasphere_env``: the same as the command ``aquasphere``."""

from .viewer.cli import main

if __name__ == "__main__":
    main()
