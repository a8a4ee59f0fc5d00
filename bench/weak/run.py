#!/usr/bin/env python3
"""Programs with weaker memory orders: verdicts, numbers of executions, and who decided.

usage: run.py --heddle HEDDLE [--timeout 20] [--count] FOLDER

FOLDER has expected.csv with the columns program, file, reach, race (T, F or nothing) and, for --count, executions_rc11 and
executions_sc. One line a question; then a table by property. A wrong verdict or count makes the status 1.
"""

import argparse
import collections
import csv
import json
import os
import re
import resource
import subprocess
import sys
import tempfile

EXECUTIONS = {"executions_rc11": "c11", "executions_sc": "sc"}


def cpu_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(command, limit):
    before = cpu_of_children()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit * 3 + 30, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return "", "no answer in time", cpu_of_children() - before
    return done.stdout, done.stderr, cpu_of_children() - before


def deciders(path):
    """The engines that answered the checks, from the report; robust or not is in its notes."""
    try:
        with open(path) as f:
            report = json.load(f)
    except (OSError, ValueError):
        return "-"
    engines = sorted({c.get("engine") or "-" for c in report.get("checks", [])})
    return "+".join(engines) or "no checks"


def verdict(heddle, path, wanted, limit, report):
    if os.path.exists(report):
        os.remove(report)
    out, _, cpu = run([heddle, "verify", "-q", "--property", wanted, "--timeout", str(limit), "--json", report, path], limit)
    found = re.search(r"VERDICT: (TRUE|FALSE|UNKNOWN)", out)
    return found.group(1) if found else "ERROR", deciders(report), cpu


def ask_verdicts(a, rows, table):
    with tempfile.TemporaryDirectory() as folder:
        for row in rows:
            for wanted in ("reach", "race"):
                expected = {"T": "TRUE", "F": "FALSE"}.get(row[wanted])
                if not expected:
                    continue
                got, by, cpu = verdict(a.heddle, os.path.join(a.folder, row["file"]), wanted, a.timeout, os.path.join(folder, "r.json"))
                outcome = "right" if got == expected else "open" if got == "UNKNOWN" else "WRONG"
                table[wanted][outcome] += 1
                table[wanted]["cpu"] += cpu
                print("%-40s %-5s %-5s %-7s %-5s %6.2f s  %s" % (row["program"], wanted, expected, got, outcome, cpu, by), flush=True)


def ask_counts(a, rows, table):
    for row in rows:
        for column, model in EXECUTIONS.items():
            if not (row.get(column) or "").isdigit():
                continue
            out, err, cpu = run([a.heddle, "verify", "--count-executions", "--memory-model=" + model, "--timeout", str(a.timeout),
                                 os.path.join(a.folder, row["file"])], a.timeout)
            found = re.search(r"executions: (\d+), blocked", out + err)
            outcome = "open" if not found else "right" if found.group(1) == row[column] else "WRONG"
            table[model]["cpu"] += cpu
            table[model][outcome] += 1
            print("%-40s %-5s %7s %7s %s" % (row["program"], model, row[column], found.group(1) if found else "-", outcome), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heddle", default="heddle")
    parser.add_argument("--timeout", type=int, default=20)
    parser.add_argument("--count", action="store_true")
    parser.add_argument("folder")
    a = parser.parse_args()
    with open(os.path.join(a.folder, "expected.csv"), newline="") as f:
        rows = list(csv.DictReader(f))
    table = collections.defaultdict(lambda: collections.defaultdict(float))
    (ask_counts if a.count else ask_verdicts)(a, rows, table)
    print()
    for name, counts in table.items():
        print("%-6s %d right, %d wrong, %d open, %.1f s of CPU"
              % (name + ":", counts["right"], counts["WRONG"], counts["open"], counts["cpu"]))
    sys.exit(1 if not table or any(c["WRONG"] for c in table.values()) else 0)


if __name__ == "__main__":
    main()
