def format_tensor(array, **k):
    return f"tensor({array}, {k['grad_fn_name']})"


def printoptions(**k):
    pass


def set_printoptions(**k):
    pass
