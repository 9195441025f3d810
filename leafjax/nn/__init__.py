"""What neural networks need: `functional`."""

from leafjax.nn import functional as functional
