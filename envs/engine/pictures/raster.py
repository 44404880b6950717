"""Turns a game's SVG picture into pixels. Needs the extra ``render``."""

import io
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray


@lru_cache(maxsize=1)
def _fonts() -> str:
    """Matplotlib's DejaVu fonts: the same on every machine, also where no font is installed."""
    import matplotlib

    return str(matplotlib.get_data_path()) + "/fonts/ttf"


def png(svg: str, width: int | None = None) -> bytes:
    """The SVG document as a PNG file.

    Args:
        svg: The document.
        width: Width in pixels; by default the document's own.

    Raises:
        ImportError: The extra ``render`` is not installed.
    """
    try:
        import resvg_py
    except ImportError as error:
        raise ImportError("pictures need the extra 'render': pip install 'meeplezoo[render]'") from error
    family = "DejaVu Sans"
    options: dict[str, Any] = {"font_dirs": [_fonts()], "font_family": family, "sans_serif_family": family}
    if width is not None:
        options["width"] = width
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, **options))


def rgb_array(svg: str, width: int | None = None) -> NDArray[np.uint8]:
    """The SVG document as pixels uint8[H, W, 3]."""
    from PIL import Image

    with Image.open(io.BytesIO(png(svg, width))) as image:
        return np.asarray(image.convert("RGB"))
