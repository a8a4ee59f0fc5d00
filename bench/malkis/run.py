#!/usr/bin/env python3
"""Fig. 3 for growing numbers of threads n and critical sections m: CPU time (clang included) and memory. See README.md."""
import argparse
import csv
import math
import os
import resource
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def measure(heddle, options, source, timeout):
    command = [heddle, "verify", "--quiet", "--stats", "--timeout", str(timeout), *options, source]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(command, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    values = dict(line.split(": ", 1) for line in out.splitlines() if ": " in line)
    return {
        "verdict": values.get("VERDICT", "?").split()[0],
        "seconds": round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 3),
        "engine": float(values.get("engine-time", "0 s").split()[0]),
        "memory": int(values.get("engine-memory", "0").split()[0]) // 1000000,
        "products": int(values.get("exception-products", "0").split()[0]),
    }


def write_exceptions(path, source):
    """The paper's E: lck != 0, one thread is in a critical section, the others are not. By lines of the source."""
    with open(source) as f:
        lines = f.read().splitlines()
    inside = [i for i, text in enumerate(lines, 1) if text.strip().startswith(("critical = ", "lck = 0;"))]
    places = ", ".join(str(i) for i in inside)
    with open(path, "w") as f:
        f.write(f"lck != 0 : thread @ ! {places}; one thread @ {places}\n")


def exponent(points):
    points = [(math.log(x), math.log(y)) for x, y in points if x > 0 and y > 0]
    if len(points) < 2:
        return float("nan")
    mx = sum(x for x, _ in points) / len(points)
    my = sum(y for _, y in points) / len(points)
    return sum((x - mx) * (y - my) for x, y in points) / sum((x - mx) ** 2 for x, _ in points)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--heddle", default="build/heddle")
    parser.add_argument("--timeout", type=int, default=120)
    parser.add_argument("--csv", default="malkis.csv")
    parser.add_argument("--threads", type=int, nargs="*", default=[10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 200, 500, 1000])
    parser.add_argument("--sections", type=int, nargs="*", default=[1, 3, 5, 7, 9])
    parser.add_argument("--count", action="store_true", help="sections that count who is there and assert that it is one; no passes")
    args = parser.parse_args()
    asked = ["--property", "reach", "--no-passes"] if args.count else ["--property", "race"]
    # exceptions are given in terms of the stores of the fixpoint without any, which has no end where sections count
    hows = {"inferred": []} if args.count else {"inferred": [], "given": []}
    rows = []
    print("CPU seconds, exceptions " + " / ".join(hows))
    print(f"{'n':>5}" + "".join(f" {'m = ' + str(m):>13}" for m in args.sections) + f" {'MB':>6} {'products':>9}")
    with tempfile.TemporaryDirectory() as folder:
        source, given = os.path.join(folder, "fig3.c"), os.path.join(folder, "exceptions")
        hows.update({how: ["--exceptions", given] for how in hows if how == "given"})
        for n in args.threads:
            line, memory, products = f"{n:>5}", 0, 0
            for m in args.sections:
                with open(source, "w") as f:
                    subprocess.run([os.path.join(HERE, "generate.sh"), str(n), str(m), "count" if args.count else ""], stdout=f, check=True)
                write_exceptions(given, source)
                cell = []
                for how, options in hows.items():
                    r = measure(args.heddle, ["--engine", "cartesian", *asked, *options], source, args.timeout)
                    if r["verdict"] not in ("TRUE", "UNKNOWN"):
                        sys.exit(f"cartesian says {r['verdict']} for {n} threads and {m} sections; nothing is wrong with them")
                    rows.append({"n": n, "m": m, "exceptions": how, **r})
                    cell.append(f"{r['seconds']:.2f}" if r["verdict"] == "TRUE" else r["verdict"])
                    memory, products = max(memory, r["memory"]), r["products"]
                line += f" {'/'.join(cell):>13}"
            print(line + f" {memory:>6} {products:>9}", flush=True)
    with open(args.csv, "w", newline="") as f:
        writer = csv.DictWriter(f, ["n", "m", "exceptions", "verdict", "seconds", "engine", "memory", "products"])
        writer.writeheader()
        writer.writerows(rows)
    for how in hows:
        done = [r for r in rows if r["exceptions"] == how and r["verdict"] == "TRUE"]
        m, n = max(args.sections), max(args.threads)
        by_n = [(r["n"], r["seconds"]) for r in done if r["m"] == m and r["n"] >= 50]
        by_m = [(r["m"], r["engine"]) for r in done if r["n"] == n]
        print(f"{how}: seconds ~ n^{exponent(by_n):.2f} (m = {m}, n >= 50), engine seconds ~ m^{exponent(by_m):.2f} (n = {n})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
