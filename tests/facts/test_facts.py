"""leafjax's facts are the recorded facts of real PyTorch, for every program and both versions."""

import pytest

from facts.beyond import BEYOND
from facts.catalogue import PROFILES, find
from facts.compare import compare
from facts.record import load, profile_of, record
from facts.recorder import run

RECORDED = {profile: load(profile) for profile in PROFILES}
FOLLOWED = [(profile, name) for profile in PROFILES for name in find(profile) if name not in BEYOND[profile]]
NOT_FOLLOWED = [(profile, name) for profile in PROFILES for name in BEYOND[profile]]


def differences(profile, name):
    """Return what leafjax, following a version, does differently from that version."""
    import leafjax

    with leafjax.semantics(profile):
        seen = run(find(profile)[name], leafjax)
    return compare(RECORDED[profile][name], seen)


@pytest.mark.parametrize(("profile", "name"), FOLLOWED)
def test_agrees_with_torch(profile, name):
    found = differences(profile, name)
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize(("profile", "name"), NOT_FOLLOWED)
def test_beyond_differs(profile, name):
    assert differences(profile, name), "leafjax agrees: take it out of BEYOND (%s)" % BEYOND[profile][name]


@pytest.mark.parametrize("profile", PROFILES)
def test_data_holds_exactly_the_programs(profile):
    assert set(RECORDED[profile]) == set(find(profile))


@pytest.mark.torch
def test_data_is_current():
    torch = pytest.importorskip("torch")
    profile = profile_of(torch)
    if profile not in PROFILES:
        pytest.skip("no data for torch " + profile)
    found = [
        name + ": " + difference
        for name, facts in record(torch).items()
        for difference in compare(RECORDED[profile][name], facts, who="torch now")
    ]
    assert not found, "\n" + "\n".join(found)
