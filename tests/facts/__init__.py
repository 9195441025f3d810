"""Facts recorded from real PyTorch, kept as data, and the tests that compare leafjax with them."""
