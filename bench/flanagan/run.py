#!/usr/bin/env python3
"""Simple(n) for growing n: states and CPU time (clang included) of explore, modular by name, modular relatively. See README.md."""
import argparse
import csv
import math
import os
import resource
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
WAYS = {
    "explore": (["--engine", "explore", "--no-por"], "states"),
    "absolute": (["--engine", "modular", "--identities", "absolute"], "thread-states"),
    "relative": (["--engine", "modular", "--identities", "relative"], "thread-states"),
}


def measure(heddle, source, way, timeout):
    options, counter = WAYS[way]
    command = [heddle, "verify", "--quiet", "--no-passes", "--stats", "--timeout", str(timeout), *options, source]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(command, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    values = dict(line.split(": ", 1) for line in out.splitlines() if ": " in line)
    return {
        "verdict": values.get("VERDICT", "?").split()[0],
        "states": int(values.get(counter, "0").split()[0]),
        "seconds": round(cpu, 3),
        "memory": int(values.get("engine-memory", "0").split()[0]) // 1000000,
    }


def exponent(points):
    """Slope of log y over log x, by least squares."""
    points = [(math.log(x), math.log(y)) for x, y in points if y > 0]
    if len(points) < 2:
        return float("nan")
    mx = sum(x for x, _ in points) / len(points)
    my = sum(y for _, y in points) / len(points)
    return sum((x - mx) * (y - my) for x, y in points) / sum((x - mx) ** 2 for x, _ in points)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--heddle", default="build/heddle")
    parser.add_argument("--timeout", type=int, default=60, help="seconds for one run")
    parser.add_argument("--explore-timeout", type=int, default=10, help="seconds for one run of explore, which does not get far")
    parser.add_argument("--ways", nargs="*", choices=list(WAYS), default=list(WAYS))
    parser.add_argument("--csv", default="flanagan.csv")
    parser.add_argument("sizes", nargs="*", type=int, default=[2, 3, 4, 5, 6, 8, 10, 20, 50, 100, 200, 500, 1000])
    args = parser.parse_args()
    rows, alive = [], set(args.ways)
    print(f"{'n':>5}" + "".join(f" {way:>10} {'states':>10} {'seconds':>8} {'MB':>6}" for way in args.ways))
    with tempfile.TemporaryDirectory() as folder:
        for n in args.sizes:
            source = os.path.join(folder, "simple.c")
            with open(source, "w") as f:
                subprocess.run([os.path.join(HERE, "generate.sh"), str(n)], stdout=f, check=True)
            line = f"{n:>5}"
            for way in args.ways:
                if way not in alive:
                    line += f" {'-':>10} {'-':>10} {'-':>8} {'-':>6}"
                    continue
                r = measure(args.heddle, source, way, args.explore_timeout if way == "explore" else args.timeout)
                if r["verdict"] not in ("TRUE", "UNKNOWN"):
                    sys.exit(f"{way} says {r['verdict']} for {n} threads; every check holds")
                rows.append({"n": n, "way": way, **r})
                line += f" {r['verdict']:>10} {r['states']:>10} {r['seconds']:>8.3f} {r['memory']:>6}"
                if r["verdict"] != "TRUE":
                    alive.discard(way)
            print(line, flush=True)
    with open(args.csv, "w", newline="") as f:
        writer = csv.DictWriter(f, ["n", "way", "verdict", "states", "seconds", "memory"])
        writer.writeheader()
        writer.writerows(rows)
    for way in args.ways:
        done = [r for r in rows if r["way"] == way and r["verdict"] == "TRUE"]
        large = [r for r in done if r["n"] >= 8] or done
        if way == "explore" and len(done) > 1:
            a, b = done[-2], done[-1]
            factor = (b["states"] / a["states"]) ** (1 / (b["n"] - a["n"]))
            print(f"{way}: states grow by a factor of {factor:.1f} for each thread")
        elif done:
            print(f"{way}: states ~ n^{exponent([(r['n'], r['states']) for r in large]):.2f},"
                  f" seconds ~ n^{exponent([(r['n'], r['seconds']) for r in large if r['n'] >= 50]):.2f}")
    relative = [r for r in rows if r["way"] == "relative" and r["verdict"] == "TRUE"]
    if len(relative) > 1:
        a, b = relative[0], relative[-1]
        each = (b["states"] - a["states"]) / (b["n"] - a["n"])
        print(f"relative: {a['states'] - each * a['n']:.0f} states, and {each:.0f} in main for every thread that it creates and joins")
    return 0


if __name__ == "__main__":
    sys.exit(main())
