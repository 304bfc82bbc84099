"""What the tests of clients share: the command that they start."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
MARTLET = os.environ.get("MARTLET", str(ROOT / ".build/debug/martlet"))
os.environ["MARTLET"] = MARTLET
