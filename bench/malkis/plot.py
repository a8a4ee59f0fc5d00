#!/usr/bin/env python3
"""plot.py IN.csv OUT.svg: seconds over n, one line for each m, exceptions inferred; both axes logarithmic."""
import importlib.util
import os
import sys

spec = importlib.util.spec_from_file_location("draw", os.path.join(os.path.dirname(os.path.abspath(__file__)), "../flanagan/plot.py"))
plot = importlib.util.module_from_spec(spec)
spec.loader.exec_module(plot)

if __name__ == "__main__":
    data = plot.read(sys.argv[1], lambda row: f"m = {row['m']}, {row['exceptions']}", "n", "seconds")
    with open(sys.argv[2], "w") as f:
        f.write(plot.draw([d for d in data if "inferred" in d[0]], "Fig. 3", "threads", "CPU seconds"))
