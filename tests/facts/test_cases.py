"""leafjax answers the programs of real users as PyTorch does."""

import pytest

from facts import cases
from facts.catalogue import PROFILES
from facts.record import profile_of

FOLLOWED = [(profile, name) for profile in PROFILES for name in cases.followed(profile)]


def differences(profile, name):
    """Return what leafjax, following a version, answers differently."""
    import leafjax

    with leafjax.semantics(profile):
        return cases.differences(name, leafjax, profile)


@pytest.mark.parametrize(("profile", "name"), FOLLOWED)
def test_agrees_with_torch(profile, name):
    found = differences(profile, name)
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize("name", cases.BEYOND)
def test_beyond_differs(name):
    found = [
        difference for profile in PROFILES if name in cases.known(profile) for difference in differences(profile, name)
    ]
    assert found, "leafjax agrees: take it out of BEYOND (%s)" % cases.BEYOND[name]


@pytest.mark.torch
@pytest.mark.parametrize("name", cases.names())
def test_data_is_current(name):
    torch = pytest.importorskip("torch")
    profile = profile_of(torch)
    if profile not in PROFILES or name not in cases.known(profile):
        pytest.skip("no data for torch " + profile)
    assert not cases.differences(name, torch, profile, who="torch now")
