"""The full screen: what the view model says, drawn for a terminal of any size."""
