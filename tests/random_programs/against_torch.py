"""Run random programs in leafjax and in real PyTorch and show where they part: ``python -m ... COUNT LENGTH SEED``."""

from __future__ import annotations

import random
import sys
from typing import Any

from tests.random_programs.programs import Program, Run, random_program


def first_difference(program: Program, torch: Any, leafjax: Any) -> str | None:
    """Where the two part, in words; None if they agree on every fact after every step."""
    theirs, ours = Run(torch, program), Run(leafjax, program)
    for i, step in enumerate((*program.steps, ("end",))):
        if step == ("end",):
            return (
                None if close(theirs.calls, ours.calls) else f"hook calls: torch {theirs.calls}, leafjax {ours.calls}"
            )
        a, b = Run.go(theirs, Program((), (step,))), Run.go(ours, Program((), (step,)))
        (said, facts), (said_, facts_) = a[-2], b[-2]
        if said != said_:
            return f"step {i} {step}: torch {said!r}, leafjax {said_!r}"
        for n, (f, f_) in enumerate(zip(facts, facts_, strict=False)):
            if not close(f, f_):
                return f"step {i} {step}: t{n}\n  torch   {f}\n  leafjax {f_}"
    return None


def close(a: Any, b: Any) -> bool:
    """Equal, numbers to rounding."""
    if isinstance(a, (tuple, list)) and isinstance(b, (tuple, list)):
        return len(a) == len(b) and all([close(x, y) for x, y in zip(a, b, strict=True)])
    if isinstance(a, float) and isinstance(b, float):
        return a == b or abs(a - b) <= 1e-7 * max(abs(a), abs(b)) or (a != a and b != b)
    return a == b


def shrunk(program: Program, torch: Any, leafjax: Any) -> Program:
    """The program without the steps that the difference does not need."""
    steps = list(program.steps)
    for i in reversed(range(len(steps))):
        shorter = Program(program.bases, tuple(steps[:i] + steps[i + 1 :]))
        if first_difference(shorter, torch, leafjax):
            steps.pop(i)
    return Program(program.bases, tuple(steps))


def main(count: int, length: int, seed: int, stop: int = 5) -> int:
    """Compare `count` programs; prints up to `stop` shrunk differences."""
    import torch

    import leafjax

    found = 0
    for i in range(count):
        program = random_program(random.Random(seed * 1_000_003 + i), length)
        if first_difference(program, torch, leafjax):
            small = shrunk(program, torch, leafjax)
            print(f"--- program {i} ---\n{small}\n{first_difference(small, torch, leafjax)}\n", flush=True)
            found += 1
            if found >= stop:
                break
    print(f"{i + 1} programs, {found} differ")
    return found


if __name__ == "__main__":
    sys.exit(bool(main(*map(int, sys.argv[1:]))))
