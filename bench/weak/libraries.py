#!/usr/bin/env python3
"""Locks and queues of Concurrency Kit and liburcu: verdicts by c11 and tso.

usage: libraries.py HEDDLE [INCLUDE...]

The libraries are not part of heddle: `apt-get install libck-dev liburcu-dev`, or name the folders that have ck_spinlock.h and urcu/lfstack.h. The
first line of a program in libraries/ names its package and its forms; each is asked as it is, where TRUE is right (but for races in those that say so), and
with BROKEN, where FALSE is.
A program whose headers are missing is left out, and said to be. A wrong verdict makes the status 1.
"""

import os
import re
import resource
import subprocess
import sys

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libraries")
SECONDS = "20"
# Both are written with volatile accesses for what C11 has atomics for; Concurrency Kit by builtins instead of assembly.
FLAGS = ["--volatile=atomic", "-DCK_USE_CC_BUILTINS"]


def ask(heddle, path, options):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run([heddle, "verify", "--timeout", SECONDS, *FLAGS, *options, path], capture_output=True, text=True)
    found = re.search(r"VERDICT: (\w+)(.*)", done.stdout)
    cpu = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    if not found:
        return "ERROR", (done.stdout + done.stderr).strip().splitlines()[-1:], cpu
    return found.group(1), found.group(2).strip(), cpu


def has_headers(path, includes):
    return subprocess.run(["cc", "-fsyntax-only", "-w", "-DFAS", *includes, path], capture_output=True).returncode == 0


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    heddle, includes = sys.argv[1], ["-I" + folder for folder in sys.argv[2:]]
    tally = {"right": 0, "open": 0, "WRONG": 0}
    for name in sorted(os.listdir(HERE)):
        path = os.path.join(HERE, name)
        with open(path) as f:
            package, forms = re.match(r"/\* ([\w-]+): (.*)", f.readline()).groups()
        if not has_headers(path, includes):
            print("%-14s left out: no headers of %s" % (name, package))
            continue
        for form, has_race in ((f.split(":")[0], f.endswith(":race")) for f in forms.split()):
            for broken in (False, True):
                for model in ("c11", "tso"):
                    for wanted in ("reach", "race"):
                        truth = "FALSE" if broken or (has_race and wanted == "race") else "TRUE"
                        options = ["-D" + form, *includes, "--memory-model=" + model, "-p", wanted] + ["-DBROKEN"] * broken
                        verdict, why, cpu = ask(heddle, path, options)
                        outcome = "open" if verdict not in ("TRUE", "FALSE") else "right" if truth == verdict else "WRONG"
                        tally[outcome] += 1
                        print("%-5s %6.2f s  %-14s %-7s %-7s %-4s %-6s %-8s %s"
                              % (outcome, cpu, name[:-2], form, "BROKEN" if broken else "", model, wanted, verdict, why), flush=True)
    print("%d right, %d wrong, %d open" % (tally["right"], tally["WRONG"], tally["open"]))
    sys.exit(1 if tally["WRONG"] or not tally["right"] else 0)


if __name__ == "__main__":
    main()
