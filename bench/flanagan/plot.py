#!/usr/bin/env python3
"""plot.py IN.csv OUT.svg [states|seconds]: states or CPU seconds over n, one line for each way, both axes logarithmic."""
import csv
import math
import sys

WIDTH, HEIGHT, MARGIN = 640, 420, 60
COLOURS = ["#c0392b", "#2471a3", "#1e8449", "#7d3c98", "#b9770e"]


def draw(series, title, x_name, y_name):
    points = [p for _, line in series for p in line]
    x0, x1 = (math.log10(f(p[0] for p in points)) for f in (min, max))
    y0, y1 = (math.log10(f(p[1] for p in points)) for f in (min, max))
    x1, y1 = max(x1, x0 + 0.1), max(y1, y0 + 0.1)

    def place(p):
        x = MARGIN + (math.log10(p[0]) - x0) / (x1 - x0) * (WIDTH - 2 * MARGIN)
        y = HEIGHT - MARGIN - (math.log10(p[1]) - y0) / (y1 - y0) * (HEIGHT - 2 * MARGIN)
        return x, y

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
           f'<text x="{WIDTH / 2}" y="24" text-anchor="middle" font-size="15">{title}</text>',
           f'<text x="{WIDTH / 2}" y="{HEIGHT - 12}" text-anchor="middle">{x_name}</text>',
           f'<text x="16" y="{HEIGHT / 2}" text-anchor="middle" transform="rotate(-90 16 {HEIGHT / 2})">{y_name}</text>']
    for e in range(math.floor(y0), math.ceil(y1) + 1):
        if y0 <= e <= y1:
            y = place((10 ** x0, 10 ** e))[1]
            out.append(f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
            out.append(f'<text x="{MARGIN - 6}" y="{y + 4:.1f}" text-anchor="end">{10 ** e:g}</text>')
    for x in sorted({p[0] for p in points}):
        out.append(f'<text x="{place((x, 10 ** y0))[0]:.1f}" y="{HEIGHT - MARGIN + 16}" text-anchor="middle" font-size="9">{x}</text>')
    for i, (name, line) in enumerate(series):
        colour = COLOURS[i % len(COLOURS)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(place, line))
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out.append(f'<text x="{WIDTH - MARGIN - 90}" y="{MARGIN + 16 * i}" fill="{colour}">{name}</text>')
    return "\n".join(out + ["</svg>", ""])


def read(path, split, x, y):
    lines = {}
    with open(path) as f:
        for row in csv.DictReader(f):
            if row["verdict"] == "TRUE" and float(row[y]) > 0:
                lines.setdefault(split(row), []).append((int(row[x]), float(row[y])))
    return sorted(lines.items())


if __name__ == "__main__":
    what = sys.argv[3] if len(sys.argv) > 3 else "states"
    data = read(sys.argv[1], lambda row: row["way"], "n", what)
    with open(sys.argv[2], "w") as f:
        f.write(draw(data, "Simple(n)", "threads", "CPU seconds" if what == "seconds" else what))
