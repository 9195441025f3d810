"""``python -m leafjax``: the command line."""

import sys

from leafjax.cli import main

sys.exit(main())
