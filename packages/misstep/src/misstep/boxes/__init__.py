"""Live boxes with buttons: predictions, and questions that come back; shown by `show.front`."""
