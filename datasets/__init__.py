"""Games by any agents as offline data: Parquet files with a fixed schema, written, checked and read back.

``pip install 'meeplezoo[data]'``; reading into PyTorch (`datasets.loader`) needs PyTorch too, the rest does not.
"""

from .check import check
from .generate import generate
from .manifest import Manifest, Shard
from .plan import Plan
from .reading import DataSet, Summary
from .schema import COLUMNS, schema

__all__ = ["COLUMNS", "DataSet", "Manifest", "Plan", "Shard", "Summary", "check", "generate", "schema"]
