"""``python -m tertium``."""

import sys

from tertium.cli import main

sys.exit(main())
