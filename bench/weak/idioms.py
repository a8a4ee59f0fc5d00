#!/usr/bin/env python3
"""What people build from atomics (locks, queues, counters of references, sequence locks, reclamation), right and wrong by one order or fence.

usage: idioms.py HEDDLE [--timeout 20] [NAME ...]

Each program of the folder idioms says what is asked about it and what is true, with the argument or where it is proved:
    ask: PROPERTY MODEL VERDICT [MACRO[=VALUE] ...]
One line a question with the verdict and CPU seconds; then the counts. A wrong verdict makes the status 1.
"""

import argparse
import os
import re
import resource
import subprocess
import sys

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "idioms")
PROPERTIES, MODELS, VERDICTS = {"reach", "race", "memory"}, {"c11", "tso", "sc"}, {"TRUE", "FALSE"}


def questions(path):
    with open(path) as f:
        text = f.read()
    for line in re.findall(r"^ *ask: *(.*)$", text, re.M):
        wanted, model, truth, *macros = line.split()
        if wanted not in PROPERTIES or model not in MODELS or truth not in VERDICTS:
            sys.exit("%s: what is asked here? %s" % (path, line))
        for m in macros:
            if not re.search(r"\b%s\b" % re.escape(m.split("=")[0]), text.split("*/", 1)[1]):
                sys.exit("%s: nothing depends on %s" % (path, m))
        yield wanted, model, truth, macros


def cpu_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def ask(heddle, path, limit, wanted, model, macros):
    command = [heddle, "verify", "-q", "--property", wanted, "--memory-model=" + model, "--timeout", str(limit)]
    command += ["-D" + m for m in macros] + [path]
    before = cpu_of_children()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit * 3 + 30, stdin=subprocess.DEVNULL)
        out = done.stdout
    except subprocess.TimeoutExpired:
        out = ""
    found = re.search(r"VERDICT: (.*)", out)
    return found.group(1) if found else "ERROR", cpu_of_children() - before


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("heddle")
    parser.add_argument("--timeout", type=int, default=20)
    parser.add_argument("names", nargs="*")
    a = parser.parse_intermixed_args()
    counts, total = {"right": 0, "open": 0, "WRONG": 0}, 0.0
    names = sorted(n[:-2] for n in os.listdir(FOLDER) if n.endswith(".c"))
    for name in a.names or names:
        path = os.path.join(FOLDER, name + ".c")
        for wanted, model, truth, macros in questions(path):
            got, cpu = ask(a.heddle, path, a.timeout, wanted, model, macros)
            outcome = "right" if got.split()[0] == truth else "open" if got.startswith("UNKNOWN") else "WRONG"
            counts[outcome] += 1
            total += cpu
            print("%-5s %6.2f s  %-20s %-6s %-3s %-5s  %s%s" % (outcome, cpu, name, wanted, model, truth, " ".join(macros),
                                                                "" if outcome == "right" else "  -> " + got), flush=True)
    print("\n%d right, %d wrong, %d open, %.1f s of CPU" % (counts["right"], counts["WRONG"], counts["open"], total))
    sys.exit(1 if counts["WRONG"] or not counts["right"] else 0)


if __name__ == "__main__":
    main()
