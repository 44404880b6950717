"""People at a table: a game with people and agents on its seats, and playing, watching and replaying in a terminal."""
