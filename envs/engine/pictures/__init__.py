"""What all games' pictures are made of: SVG elements, and the way from SVG to pixels."""
