"""Random numbers."""


def random_range(low: float, high: float) -> RuntimeError:
    return RuntimeError(f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}")


def uniform_range(low: float, high: float) -> RuntimeError:
    return RuntimeError(f"uniform_ expects to return a [from, to) range, but found from={low:g} > to={high:g}")


def negative_std(std: float) -> RuntimeError:
    return RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")


def too_many_samples() -> RuntimeError:
    return RuntimeError("cannot sample n_sample > prob_dist.size(-1) samples without replacement")


def bernoulli_probability(p: float) -> RuntimeError:
    return RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={p:g}")


def not_probabilities() -> RuntimeError:
    return RuntimeError(
        "Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error message be improved?  If so, please "
        "report an enhancement request to PyTorch.)"
    )


def continuous_distribution(name: str, dtype: str) -> RuntimeError:
    return RuntimeError(
        f"{name} distribution is a continuous probability distribution. dtype must be a floating point but you specified "
        f"{dtype}"
    )
