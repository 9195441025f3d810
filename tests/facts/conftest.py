"""Make the `facts` package importable and register the marker of tests that need real PyTorch."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))


def pytest_configure(config):
    """Register the `torch` marker."""
    config.addinivalue_line("markers", "torch: needs real PyTorch, skipped without it")
