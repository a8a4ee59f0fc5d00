#!/usr/bin/env python3
"""The programs of this folder: monotone for any number of threads, and other engines for fixed numbers. See README.md."""
import argparse
import csv
import glob
import os
import re
import resource
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
COUNTS = ["tracked-values", "shared-predicates", "local-predicates", "single-thread-predicates", "inter-thread-predicates",
          "abstractions", "views", "solver-questions", "views-time", "cover-time", "concretize-time"]


def verify(heddle, source, timeout, options):
    """One run: verdict, statistics and CPU seconds of the whole command, clang included."""
    command = [heddle, "verify", "--quiet", "--stats", "--timeout", str(timeout), *options, source]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(command, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    values = dict(line.split(": ", 1) for line in out.splitlines() if ": " in line)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return values.get("VERDICT", "?").split()[0], values, cpu


def expected(source):
    with open(source) as f:
        return re.search(r"reach=([A-Z]+)", f.readline()).group(1)


def any_number(args, sources):
    rows, wrong = [], 0
    print(f"{'program':20} {'verdict':8} {'VAL':>4} {'SP':>4} {'L':>4} {'ST':>4} {'IT':>4} {'abs':>4} {'pairs':>6} {'asked':>6}"
          f" {'views':>6} {'cover':>6} {'runs':>6} {'CPU s':>6}")
    for source in sources:
        verdict, values, cpu = verify(args.heddle, source, args.timeout, ["--engine", "monotone"])
        name = os.path.basename(source)[:-2]
        counts = {c: values.get(c, "0").split()[0] for c in COUNTS}
        wrong += verdict not in (expected(source), "UNKNOWN")
        rows.append({"program": name, "expected": expected(source), "verdict": verdict, "cpu": round(cpu, 3), **counts})
        print(f"{name:20} {verdict:8} " + " ".join(f"{counts[c]:>4}" for c in COUNTS[:6]) +
              f" {counts['views']:>6} {counts['solver-questions']:>6}" +
              "".join(f" {float(counts[c]):6.2f}" for c in COUNTS[8:]) + f" {cpu:6.2f}", flush=True)
    decided = [r for r in rows if r["verdict"] == r["expected"]]
    print(f"{len(decided)} of {len(rows)} decided, {wrong} wrong; most CPU for one: {max(r['cpu'] for r in rows):.2f} s")
    with open(args.csv, "w", newline="") as f:
        writer = csv.DictWriter(f, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    if wrong:
        sys.exit(1)


def fixed_numbers(args, sources):
    """Programs decided with each number of threads, and from which number on any number of threads is cheaper (Fig. 32 of the thesis)."""
    sources = [s for s in sources if "OWN_MAIN" not in open(s).read()]
    engines = args.engines.split(",")
    times = {}  # by engine, number of threads and source; None: not decided
    print(f"{'engine':10} {'threads':>8} {'decided':>8} {'of':>4} {'CPU s':>8} {'median':>8}")
    for engine in engines:
        for n in [None] if engine == "monotone" else range(2, args.threads + 1):
            for source in sources:
                if (engine, (n or 0) - 1, source) in times and times[engine, n - 1, source] is None:
                    times[engine, n, source] = None  # it will not be decided with more
                    continue
                options = ["--engine", engine] + (["-D", f"THREADS={n}"] if n else [])
                limit = args.timeout if n else max(args.timeout, 60)
                verdict, _, cpu = verify(args.heddle, source, limit, options)
                if verdict not in ("TRUE", "FALSE", "UNKNOWN") or (verdict == "FALSE" and expected(source) == "TRUE"):
                    sys.exit(f"{engine} says {verdict} for {source}, threads: {n or 'any'}")
                times[engine, n, source] = cpu if verdict in ("TRUE", "FALSE") else None
            decided = sorted(t for (e, k, _), t in times.items() if e == engine and k == n and t is not None)
            print(f"{engine:10} {n or 'any':>8} {len(decided):>8} {len(sources):>4} {sum(decided):8.1f} "
                  f"{decided[len(decided) // 2] if decided else 0:8.2f}", flush=True)
    if "monotone" in engines:
        crossings(sources, [e for e in engines if e != "monotone"], args.threads, times)


def crossings(sources, engines, most, times):
    """The smallest number of threads from which on an engine needs more than monotone for any number, or is undecided."""
    print(f"\n{'crossing points':20} {'any':>8} " + " ".join(f"{e:>10}" for e in engines))
    for source in sources:
        any_number = times["monotone", None, source]
        row = []
        for engine in engines:
            slower = [n for n in range(2, most + 1)
                      if times[engine, n, source] is None or (any_number is not None and times[engine, n, source] > any_number)]
            first = next((n for n in range(2, most + 1) if all(k in slower for k in range(n, most + 1))), None)
            mark = "" if first is None or times[engine, first, source] is not None else "!"
            row.append(f"{first}{mark}" if first else f">{most}")
        text = "open" if any_number is None else f"{any_number:.2f}"
        print(f"{os.path.basename(source)[:-2]:20} {text:>8} " + " ".join(f"{r:>10}" for r in row))
    print("!: not decided with that many")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--heddle", default="build/heddle")
    parser.add_argument("--timeout", type=int, default=30, help="seconds for a run; with --fixed at least 60 for any number of threads")
    parser.add_argument("--csv", default="kaiser.csv")
    parser.add_argument("--fixed", action="store_true", help="compare with fixed numbers of threads instead")
    parser.add_argument("--threads", type=int, default=6, help="largest fixed number")
    parser.add_argument("--engines", default="monotone,explore,bounded,cartesian", help="those to compare")
    parser.add_argument("programs", nargs="*", help="default: all")
    args = parser.parse_args()
    sources = args.programs or sorted(glob.glob(os.path.join(HERE, "programs", "*.c")))
    (fixed_numbers if args.fixed else any_number)(args, sources)


if __name__ == "__main__":
    main()
