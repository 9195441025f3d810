"""Notes, which say what PyTorch's message does not (PEP 678), and the choice between two versions' wordings."""

from leafjax.config import config


def worded(new: str, old: str) -> str:
    """A message in the wording of the profile: 2.13's or 1.6's."""
    return old if config.profile.version == "1.6" else new


def note(error: BaseException, *lines: str) -> BaseException:
    """Add lines that tell what happened and what to write instead; returns the error."""
    for line in lines:
        error.add_note(line)
    return error
