"""Every message a user can see, once: functions that build the exception, to be raised by the caller.

The first line is PyTorch's, word for word; `note` adds what PyTorch does not say (PEP 678).
"""

from .access import *
from .arguments import *
from .backward import *
from .creation import *
from .dtypes import *
from .einsum import *
from .gather import *
from .geometry import *
from .indexing import *
from .loss import *
from .matmul import *
from .notes import *
from .pointwise import *
from .random import *
from .reduce import *
from .scripts import *
from .shape import *
from .writes import *
