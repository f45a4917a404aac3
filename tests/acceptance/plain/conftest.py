"""Lets the plain script be imported like a test file; run as a program it finds its neighbour by itself."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
