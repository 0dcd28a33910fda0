"""Drawing: SVG shapes, icons and the scene that a picture is drawn from."""
