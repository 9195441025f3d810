"""Small programs, by subject, each about one behaviour that a user can meet; `catalogue.find` collects them."""
