#!/usr/bin/env python3
"""Runs the engine bounded on task files and prints a table. See README.md."""
import argparse, os, re, subprocess, sys, tempfile, time


def tasks(folders):
    for folder in folders:
        for root, _, names in sorted(os.walk(folder)):
            for name in sorted(n for n in names if n.endswith(".yml")):
                text = open(os.path.join(root, name)).read()
                verdict = re.search(r"unreach-call\.prp\s*\n\s*expected_verdict: (\w+)", text)
                source = re.search(r"input_files: '?\"?([^'\"\n]+)", text)
                if verdict and source:
                    yield name[:-4], os.path.join(root, source.group(1)), verdict.group(1).upper()


def measured(command, limit):
    """Output, CPU seconds, wall seconds, peak kilobytes of the largest process."""
    start = time.time()
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(["timeout", str(limit)] + command, stdout=out, stderr=subprocess.DEVNULL)
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
        out.seek(0)
        output = out.read().decode(errors="replace")
    return output, used.ru_utime + used.ru_stime, time.time() - start, used.ru_maxrss


def verdict_of(output):
    lines = [l for l in output.splitlines() if l.strip()]
    found = re.match(r"VERDICT: (TRUE|FALSE|UNKNOWN)", lines[-1]) if lines else None
    return found.group(1) if found else "BROKEN"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--heddle", default="build/heddle")
    parser.add_argument("--timeout", type=int, default=60)
    parser.add_argument("--replay", type=int, default=0, metavar="N")
    parser.add_argument("--only", choices=["TRUE", "FALSE"])
    parser.add_argument("folders", nargs="+")
    options = parser.parse_args()
    totals, wrong, broken = {}, 0, 0
    print("%-62s %-6s %-8s %8s %8s %8s" % ("task", "is", "says", "cpu", "wall", "MB"))
    for name, source, expected in tasks(options.folders):
        if options.only and expected != options.only:
            continue
        with tempfile.TemporaryDirectory() as folder:
            trace = os.path.join(folder, "trace.json")
            output, cpu, wall, peak = measured([options.heddle, "verify", "--engine", "bounded", "-m32", "--timeout", str(options.timeout),
                                                "--trace", trace, source], 2 * options.timeout + 30)
            says, note = verdict_of(output), ""
            if options.replay and says == "FALSE":
                output, _, _, _ = measured([options.heddle, "replay", "--times", str(options.replay), "--timeout", "20", trace],
                                           30 * options.replay)
                found = re.search(r"replayed: (\d+) of (\d+)", output)
                note = "replayed %s of %s" % found.groups() if found else "not replayed"
        bad = says in ("TRUE", "FALSE") and says != expected
        wrong += bad
        broken += says == "BROKEN"
        right, seconds, count = totals.get(expected, (0, 0.0, 0))
        totals[expected] = (right + (says == expected), seconds + cpu, count + 1)
        print("%-62s %-6s %-8s %8.2f %8.2f %8d %s" % (name[:62], expected, says, cpu, wall, peak // 1024, "WRONG" if bad else note), flush=True)
    for expected, (right, seconds, count) in sorted(totals.items()):
        print("%s: %d of %d right, %.1f s CPU" % (expected, right, count, seconds))
    if not totals:
        sys.exit("no task (.yml with a verdict for unreach-call) in " + " ".join(options.folders))
    sys.exit(1 if wrong or broken else 0)


if __name__ == "__main__":
    main()
