"""``python -m aquasphere_env``: the same as the command ``aquasphere``."""

from .core.console import command


def main() -> None:
    """Run the command ``aquasphere`` with the words it was started with."""
    with command("aquasphere"):  # the imports below take a while, and may be interrupted
        from .viewer.cli import main as run

        run()


if __name__ == "__main__":
    main()
