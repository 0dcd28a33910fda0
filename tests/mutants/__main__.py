"""The command: ``python -m tests.mutants GAME...``; see the package."""

import os

os.environ["NUMBA_DISABLE_JIT"] = "1"  # before anything imports numba

import argparse
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.conftest import ALL_GAMES

from .kernels import Kernel, rule_kernels
from .mutations import Mutation, mutations
from .results import Measurements, Results, explanations, new_lines, source_digest
from .suite import SURVIVED, Timed, Verdict, collected, measured, verdicts, without_disturbed

ROOT = Path(__file__).parents[2]
SHARED = (  # judge, too; others play for minutes, start processes or look at views
    "tests/golden",
    "tests/contract/test_legality.py::test_exactly_the_legal_actions_are_accepted",
    "tests/contract/test_seats.py",
)
FOLDER = ROOT / ".mutants"
EQUIVALENT = "equivalent"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    names = [game.name for game in ALL_GAMES]
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(names)}")
    parser.add_argument("--module", help="only kernels of this module, such as scoring")
    parser.add_argument("--function", help="only this kernel")
    parser.add_argument("--changed-since", metavar="COMMIT", help="only lines changed since then")
    parser.add_argument(
        "--limit-seconds", type=float, default=float("inf"), help="stop after these"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at a time")
    parser.add_argument("--resume", action="store_true", help="keep verdicts that still hold")
    parser.add_argument(
        "--longest", type=float, default=2.0, help="leave out tests over these seconds"
    )
    parser.add_argument("--tests", nargs="*", help="instead of the game's and the shared ones")
    parser.add_argument("--survivors", type=Path, help="write the list of survivors there, too")
    chosen = parser.parse_args()
    chosen.games = chosen.games or [n for n in names if (ROOT / "tests" / "games" / n).is_dir()]
    for name in chosen.games:
        if name not in names:
            parser.error(f"there is no game {name!r}; there are {', '.join(names)}")
    return chosen


def changed_lines(commit: str, path: Path) -> set[int]:
    """Return the lines of a file that are not as where this branch left ``commit``."""
    command = ["git", "diff", "--merge-base", "-U0", commit, "--", str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return new_lines(done.stdout)


def chosen_mutations(kernels: list[Kernel], options: argparse.Namespace) -> list[Mutation]:
    if options.module:
        kernels = [k for k in kernels if k.module == options.module]
    if options.function:
        kernels = [k for k in kernels if k.name == options.function]
    found = [m for kernel in kernels for m in mutations(kernel)]
    if options.changed_since:
        lines = {
            path: changed_lines(options.changed_since, path) for path in {k.path for k in kernels}
        }
        found = [m for m in found if m.line in lines[m.kernel.path]]
    return found


def quickest_first(tests: Iterable[Timed]) -> list[Timed]:
    """Return the tests that can judge mutants."""
    useful = [test for test in tests if test.lines and not test.failure]
    return sorted(useful, key=lambda test: (test.seconds, test.item.nodeid))


class Run:
    """All mutants of a game and what became of them."""

    def __init__(self, name: str, options: argparse.Namespace, until: float) -> None:
        self.name, self.options, self.until = name, options, until
        (game,) = (game for game in ALL_GAMES if game.name == name)
        self.kernels = rule_kernels(game)
        self.mutations = chosen_mutations(self.kernels, options)
        self.folder = ROOT / "tests" / "games" / name
        self.paths = options.tests or [str(self.folder), *SHARED]
        self.results = Results(FOLDER / f"{name}.jsonl")
        self.past = self.results.read()
        self.known: dict[Mutation, Verdict] = {}
        self.kills: Counter[tuple[str, str]] = Counter()  # by function and test

    def __call__(self) -> int:
        """Judge the mutants, print a report, return how many faults it names."""
        print(f"{self.name}: {len(self.mutations)} mutants", flush=True)
        if self.mutations:
            collected(self.paths, self.judge)
        return self.report()

    def judge(self, items: list[pytest.Item]) -> None:
        begin = time.monotonic()
        ours = [i for i in items if self.options.tests or self.is_ours(i.nodeid)]
        tests = self.measure(ours)
        spent = sum(test.seconds for test in tests)
        print(
            f"  {len(tests)} tests of {spent:.0f} s in {time.monotonic() - begin:.0f} s", flush=True
        )
        waiting = [mutation for mutation in self.mutations if not self.is_held(mutation, tests)]
        random.Random(0).shuffle(waiting)  # a limited run looks everywhere
        trials = ((mutation, self.tests_for(mutation, tests)) for mutation in waiting)
        for number, (mutation, verdict) in enumerate(verdicts(trials, self.options.jobs), 1):
            self.settle(mutation, verdict, tests)
            if number % 100 == 0:
                spent = time.monotonic() - begin
                print(f"  {number} of {len(waiting)} in {spent:.0f} s", flush=True)
            if time.monotonic() > self.until:
                break

    def measure(self, items: list[pytest.Item]) -> list[Timed]:
        """Return the tests that pass and execute kernels, quickest first."""
        file = Measurements(FOLDER / f"{self.name}-tests.json", self.kernels)
        known = file.read(items)
        rest = [item for item in items if item not in known]
        try:
            for test in measured(rest, self.kernels, self.options.longest, self.options.jobs):
                known[test.item] = test
            if rest:
                useful = quickest_first(known.values())
                for test in set(useful).difference(without_disturbed(useful)):
                    known[test.item] = replace(test, failure="fails after others")
        finally:
            file.write(known.values())
        for test in known.values():
            if test.failure:
                print(f"  left out: {test.item.nodeid}: {test.failure}")
        return quickest_first(known.values())

    def is_held(self, mutation: Mutation, tests: Sequence[Timed]) -> bool:
        """Return whether an earlier kill is kept, because its test is still there."""
        past = self.past.get((mutation.key, source_digest(mutation.kernel)))
        if not self.options.resume or past is None or past.verdict.status == SURVIVED:
            return False
        if past.verdict.test in {test.item.nodeid for test in tests}:
            self.known[mutation] = past.verdict
        return mutation in self.known

    def tests_for(self, mutation: Mutation, tests: Sequence[Timed]) -> list[Timed]:
        """Return the tests that execute the statement, the most promising first.

        That is the one that killed the mutant before, then quick ones and those that killed others
        of the function. A run that resumes leaves out those that the mutant has survived.
        """
        past = self.past.get((mutation.key, source_digest(mutation.kernel)))
        killer = past.verdict.test if past else ""
        survived = past.tests if past and self.options.resume else frozenset()
        useful = [t for t in tests if mutation.place in t.lines and t.digest not in survived]

        def effort(test: Timed) -> tuple[bool, float]:
            name = test.item.nodeid
            return name != killer, test.seconds / (1 + self.kills[mutation.kernel.name, name])

        return sorted(useful, key=effort)

    def settle(self, mutation: Mutation, verdict: Verdict, tests: Sequence[Timed]) -> None:
        self.known[mutation] = verdict
        self.kills[mutation.kernel.name, verdict.test] += 1
        seen = {test.digest for test in tests if mutation.place in test.lines}
        self.results.add(mutation, verdict, seen)

    def is_ours(self, nodeid: str) -> bool:
        """Return whether a test is the game's, or runs on the game."""
        own = f"tests/games/{self.name}/"
        return nodeid.startswith(own) or nodeid.partition("[")[2].startswith(self.name)

    def report(self) -> int:
        reasons = explanations(self.folder / "equivalent.toml")
        counts: dict[str, Counter[str]] = {}
        faults = []
        for m in self.mutations:
            verdict = self.known.get(m)
            status = verdict.status if verdict else "not tried"
            if status == SURVIVED and m.key in reasons:
                status = EQUIVALENT
            elif status == SURVIVED:
                faults.append(
                    f"{m.kernel.path.relative_to(ROOT)}:{m.line}: {m.change}    | {m.text}"
                )
            elif verdict and m.key in reasons:
                faults.append(f"equivalent.toml: {' | '.join(m.key)}: killed by {verdict.test}")
            counts.setdefault(m.kernel.module, Counter())[status] += 1
        if not self.is_partial():
            gone = reasons.keys() - {m.key for m in self.mutations}
            faults += [
                f"equivalent.toml: {' | '.join(key)}: there is no such mutant" for key in gone
            ]
        for module, by_status in sorted(counts.items()):
            print(f"  {module}: " + ", ".join(f"{n} {s}" for s, n in sorted(by_status.items())))
        print(*faults, sep="\n")
        if self.options.survivors:
            self.options.survivors.write_text("".join(f"{line}\n" for line in faults))
        return len(faults)

    def is_partial(self) -> bool:
        return bool(self.options.module or self.options.function or self.options.changed_since)


def main() -> int:
    options = arguments()
    until = time.monotonic() + options.limit_seconds
    return int(sum([Run(name, options, until)() for name in options.games]) > 0)


if __name__ == "__main__":
    sys.exit(main())
