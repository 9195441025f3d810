"""Notes: what PyTorch's message does not say (PEP 678)."""


def note(error: BaseException, *lines: str) -> BaseException:
    """Add lines that tell what happened and what to write instead; returns the error."""
    for line in lines:
        error.add_note(line)
    return error
