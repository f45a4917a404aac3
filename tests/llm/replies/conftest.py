"""Lets the tests of this folder import its helper modules (those whose names do not begin with `test_`)."""

from __future__ import annotations

import sys
from pathlib import Path

# Test files are loaded by path and cannot import their neighbours otherwise.
sys.path.insert(0, str(Path(__file__).parent))
