"""What a page needs to show things: its width, its frame, and stills of live boxes."""
