"""Pictures of a game of Glen More: an SVG table with its meaning, and a plain text view, each as one seat sees it."""

from .drawing import draw as draw
from .meaning import HEADINGS as HEADINGS
from .meaning import TALLIES as TALLIES
from .meaning import news as news
from .meaning import place as place
from .meaning import tip as tip
from .plain import text as text
