"""Record the facts of all programs: `python tests/facts/record.py` under a Python that has PyTorch."""

import json
import sys
from pathlib import Path
from typing import Any, Dict

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from facts.catalogue import data_file, find  # noqa: E402
from facts.recorder import RAISED, run  # noqa: E402

Recorded = Dict[str, Dict[str, Any]]


def profile_of(torch: Any) -> str:
    """Return the version of PyTorch as "major.minor"."""
    return ".".join(torch.__version__.split(".")[:2])


def record(torch: Any) -> Recorded:
    """Run all programs that make sense in this PyTorch; warnings are given every time, not once."""
    torch.set_num_threads(1)
    if hasattr(torch, "set_warn_always"):
        torch.set_warn_always(True)
    return {name: run(program, torch) for name, program in find(profile_of(torch)).items()}


def to_json(recorded: Recorded) -> str:
    """Write one block for each program and one line for each fact, in the order in which they were seen."""
    blocks = ('"%s": {\n%s\n}' % (name, ",\n".join(_lines(facts))) for name, facts in sorted(recorded.items()))
    return "{\n%s\n}\n" % ",\n".join(blocks)


def _lines(facts: Dict[str, Any]) -> Any:
    return (" %s: %s" % (json.dumps(name), json.dumps(fact, sort_keys=True)) for name, fact in facts.items())


def load(profile: str) -> Recorded:
    """Read the recorded facts of a PyTorch version."""
    return json.loads(data_file(profile).read_text(encoding="utf-8"))


def main() -> int:
    """Write the data file of the PyTorch that runs this, unless a program does not run to its end."""
    import torch

    recorded = record(torch)
    broken = {name: facts[RAISED] for name, facts in recorded.items() if RAISED in facts}
    for name, error in broken.items():
        print("%s: %s" % (name, error))
    if broken:
        return 1
    path = data_file(profile_of(torch))
    path.write_text(to_json(recorded), encoding="utf-8")
    facts = sum(len(facts) for facts in recorded.values())
    print("%s: %d programs, %d facts" % (path.name, len(recorded), facts))
    return 0


if __name__ == "__main__":
    sys.exit(main())
