"""Show how far leafjax agrees with real PyTorch: `python tests/facts/report.py [profile] [--only NAME] [--most N]`."""

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import Any, Dict, Iterator, List, Tuple

TESTS = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS), str(TESTS.parent)]

from facts import cases  # noqa: E402
from facts.beyond import BEYOND  # noqa: E402
from facts.catalogue import PROFILES, find  # noqa: E402
from facts.compare import compare  # noqa: E402
from facts.record import load  # noqa: E402
from facts.recorder import run  # noqa: E402

Result = Tuple[str, List[str]]


def of_programs(torch: Any, profile: str, only: str) -> Iterator[Result]:
    """Run the programs whose name contains `only` and yield their differences."""
    recorded = load(profile)
    for name, program in find(profile).items():
        if only in name and name not in BEYOND[profile]:
            yield name, compare(recorded[name], run(program, torch))


def of_cases(torch: Any, profile: str, only: str) -> Iterator[Result]:
    """Run the cases whose name contains `only` and yield their differences."""
    for name in cases.followed(profile):
        if only in "cases." + name:
            yield "cases." + name, cases.differences(name, torch, profile)


def totals(results: Dict[str, List[str]]) -> Iterator[str]:
    """Yield a line for each module: how many of its programs agree."""
    all_of = Counter(name.split(".")[0] for name in results)
    agree = Counter(name.split(".")[0] for name, found in results.items() if not found)
    for module, count in sorted(all_of.items()):
        yield "%-22s %3d of %3d agree" % (module, agree[module], count)
    yield "%-22s %3d of %3d agree" % ("all", sum(agree.values()), len(results))


def failures(results: Dict[str, List[str]], most: int) -> Iterator[str]:
    """Yield the differences of at most `most` programs that do not agree."""
    failing = [(name, found) for name, found in results.items() if found]
    for name, found in failing[:most]:
        yield name
        yield from ("    " + difference for difference in found)
    if len(failing) > most:
        yield "and %d more programs that differ" % (len(failing) - most)


def main() -> int:
    """Print failures, then totals; the exit status says whether all agree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("profile", nargs="?", choices=PROFILES, default=PROFILES[0])
    parser.add_argument("--only", default="", metavar="NAME", help="programs whose module.name contains this")
    parser.add_argument("--most", type=int, default=20, metavar="N", help="show at most N failing programs")
    options = parser.parse_args()
    import leafjax

    with leafjax.semantics(options.profile):
        results = dict(of_programs(leafjax, options.profile, options.only))
        results.update(of_cases(leafjax, options.profile, options.only))
    for line in (*failures(results, options.most), *totals(results)):
        print(line)
    return int(any(results.values()))


if __name__ == "__main__":
    sys.exit(main())
