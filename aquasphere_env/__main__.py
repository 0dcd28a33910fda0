"""``python -m aquasphere_env``: the same as the command ``aquasphere``."""

from .core.signals import catch_signals


def main() -> None:
    """Run the command ``aquasphere`` with the words it was started with."""
    catch_signals("aquasphere")  # the import below takes a while
    from .viewer.cli import main as run

    run()


if __name__ == "__main__":
    main()
