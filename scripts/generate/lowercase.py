"""Write native/support/lowercase_table.inc: the characters that have a lower case, as runs.

A run (first, last, stride, delta) says that first, first + stride, ..., last become themselves plus
delta. The Python that runs this supplies the Unicode tables.
"""

import sys
import unicodedata
from pathlib import Path

TARGET = Path(__file__).parents[2] / "native" / "support" / "lowercase_table.inc"


def main() -> None:
    pairs = [
        (code, ord(chr(code).lower()))
        for code in range(0x80, sys.maxunicode + 1)
        if len(chr(code).lower()) == 1 and chr(code).lower() != chr(code)
    ]
    runs: list[list[int]] = []
    for code, lower in pairs:
        delta = lower - code
        if runs and runs[-1][3] == delta:
            first, last, stride, _ = runs[-1]
            step = code - last
            if step <= 2 and (first == last or step == stride):
                runs[-1][1:3] = [code, step]
                continue
        runs.append([code, code, 1, delta])
    lines = [f"{{{first}, {last}, {stride}, {delta}}}," for first, last, stride, delta in runs]
    header = f"// Unicode {unicodedata.unidata_version}; made by scripts/generate/lowercase.py\n"
    TARGET.write_text(header + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
