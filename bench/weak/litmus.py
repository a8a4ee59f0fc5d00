#!/usr/bin/env python3
"""Random litmus tests: heddle against an implementation of the models by textbook (model.py), and x86 against heddle.

usage: litmus.py HEDDLE COUNT [SEED] [--native]

Each test has two to four threads, two or three atomic locations, all orders, fences and read-modify-writes. Compared are
  - the number of executions that C allows (--count-executions),
  - the number of outcomes by tso, of executions and of states with store buffers,
  - whether an outcome, drawn from those of all models and of none, can happen: by c11, tso and sc,
  - with --native, instead: outcomes of a million real runs are outcomes that tso has, of the program as compiled: each memory order
    can be stronger there, never weaker.
Prints each difference with the program, and a last line of counts; the status is 1 if there was one.
"""

import os
import random
import re
import subprocess
import sys
import tempfile

import model

LOADS = ("relaxed", "acquire", "seq_cst")
STORES = ("relaxed", "release", "seq_cst")
BOTH = ("relaxed", "acquire", "release", "acq_rel", "seq_cst")
FENCES = ("acquire", "release", "acq_rel", "seq_cst")
REGISTERS = 3


def draw_operation(dice, places, used):
    kind = dice.choices(("store", "load", "fence", "add", "swap", "cas"), (8, 8, 3, 2, 1, 2))[0]
    x = dice.randrange(places)
    if kind == "fence":
        return (kind, dice.choice(FENCES))
    if kind == "store":
        return (kind, x, dice.randint(1, 3), dice.choice(STORES))
    register = used[0]
    used[0] += 1
    if kind == "load":
        return (kind, x, register, dice.choice(LOADS))
    if kind == "add":
        return (kind, x, register, dice.choice(BOTH))
    if kind == "swap":
        return (kind, x, register, dice.randint(1, 3), dice.choice(BOTH))
    return (kind, x, register, dice.randint(0, 1), dice.randint(1, 3), dice.choice(BOTH), dice.choice(LOADS))


def draw(dice):
    threads = dice.choice((2, 2, 2, 3, 3, 4))
    places = dice.choice((2, 2, 3))
    program = []
    for _ in range(threads):
        used, code = [0], []
        for _ in range(dice.randint(1, {2: 4, 3: 3, 4: 2}[threads])):
            if used[0] == REGISTERS:
                break
            before = used[0]
            op = draw_operation(dice, places, used)
            if before and dice.random() < 0.25:
                op = ("if", before - 1, dice.randint(0, 2), op)
            code.append(op)
        program.append(code)
    return program, places


# --- as C ---


def c_order(order):
    return "memory_order_" + order


def c_statement(op):
    kind = op[0]
    if kind == "if":
        return "if (a%d == %d) { %s }" % (op[1], op[2], c_statement(op[3]))
    if kind == "fence":
        return "atomic_thread_fence(%s);" % c_order(op[1])
    if kind == "store":
        return "atomic_store_explicit(&x%d, %d, %s);" % (op[1], op[2], c_order(op[3]))
    if kind == "load":
        return "a%d = atomic_load_explicit(&x%d, %s);" % (op[2], op[1], c_order(op[3]))
    if kind == "add":
        return "a%d = atomic_fetch_add_explicit(&x%d, 1, %s);" % (op[2], op[1], c_order(op[3]))
    if kind == "swap":
        return "a%d = atomic_exchange_explicit(&x%d, %d, %s);" % (op[2], op[1], op[3], c_order(op[4]))
    return "a%d = %d; atomic_compare_exchange_strong_explicit(&x%d, &a%d, %d, %s, %s);" % (
        op[2], op[3], op[1], op[2], op[4], c_order(op[5]), c_order(op[6]))


def c_program(program, places, ending):
    lines = ["#include <assert.h>", "#include <pthread.h>", "#include <stdatomic.h>", "#include <stdio.h>", ""]
    lines += ["atomic_int x%d;" % x for x in range(places)]
    lines += ["int r%d_%d;" % (t, k) for t in range(len(program)) for k in range(REGISTERS)]
    for t, code in enumerate(program):
        lines += ["", "void *thread%d(void *unused)" % t, "{", "    int a0 = 0, a1 = 0, a2 = 0;"]
        lines += ["    " + c_statement(op) for op in code]
        lines += ["    r%d_%d = a%d;" % (t, k, k) for k in range(REGISTERS)]
        lines += ["    return unused;", "}"]
    lines += ["", "int main(void)", "{", "    pthread_t t[%d];" % len(program)]
    lines += ["    pthread_create(&t[%d], 0, thread%d, 0);" % (t, t) for t in range(len(program))]
    lines += ["    pthread_join(t[%d], 0);" % t for t in range(len(program))]
    lines += ["    " + ending, "    return 0;", "}", ""]
    return "\n".join(lines)


def condition(outcome):
    registers, memory = outcome
    parts = ["r%d_%d == %d" % (t, k, v) for t, rs in enumerate(registers) for k, v in enumerate(rs)]
    parts += ["x%d == %d" % (x, v) for x, v in enumerate(memory)]
    return " && ".join(parts)


# --- heddle's word ---


def ask(heddle, path, *options):
    done = subprocess.run([heddle, "verify", "--timeout", "20", *options, path], capture_output=True, text=True)
    verdict = re.search(r"VERDICT: (\w+)", done.stdout)
    count = re.search(r"executions: (\d+), blocked", done.stdout + done.stderr)
    return verdict.group(1) if verdict else "ERROR", int(count.group(1)) if count else None


def ask_outcomes(heddle, path, name):
    done = subprocess.run([heddle, "verify", "--timeout", "20", "--count-executions", "--memory-model=" + name, path], capture_output=True, text=True)
    found = re.search(r"outcomes: (\d+) of executions, (\d+) with store buffers$", done.stdout + done.stderr, re.M)
    return (int(found.group(1)), int(found.group(2))) if found else None


class Tally:
    def __init__(self):
        self.same = self.open = self.different = self.skipped = self.weak = 0

    def compare(self, what, expected, got, text):
        if got is None or got == "UNKNOWN":
            self.open += 1
        elif got == expected:
            self.same += 1
        else:
            self.different += 1
            print("DIFFERENT: %s: expected %s, heddle says %s\n%s" % (what, expected, got, text), flush=True)


def write(path, text):
    with open(path, "w") as f:
        f.write(text)


def check(heddle, dice, folder, tally):
    program, places = draw(dice)
    by_c11 = model.executions(program, places, REGISTERS)
    if not by_c11:
        tally.skipped += 1
        return
    count, allowed = by_c11
    outcomes = {
        "c11": allowed,
        "tso": model.machine(program, places, REGISTERS, True),
        "sc": model.machine(program, places, REGISTERS, False),
    }
    if not outcomes["sc"] <= outcomes["tso"]:
        tally.different += 1
        print("DIFFERENT: the models themselves: tso lacks outcomes of sc\n%s" % c_program(program, places, ""), flush=True)
    path = os.path.join(folder, "litmus.c")
    text = c_program(program, places, "")
    write(path, text)
    tally.compare("executions", count, ask(heddle, path, "--count-executions")[1], text)
    total = len(outcomes["tso"])
    tally.compare("outcomes by tso", (total, total), ask_outcomes(heddle, path, "tso"), text)
    everything = sorted(set().union(*outcomes.values()))
    rare = sorted(allowed - outcomes["sc"]) or everything
    drawn = dice.choice(rare if dice.random() < 0.5 else everything)
    if dice.random() < 0.3:
        registers = [list(r) for r in drawn[0]]
        thread = dice.randrange(len(registers))
        registers[thread][0] = dice.randint(0, 3)
        drawn = model.outcome_of(registers, drawn[1])
    text = c_program(program, places, "assert(!(%s));" % condition(drawn))
    write(path, text)
    for name in ("c11", "tso", "sc"):
        expected = "FALSE" if drawn in outcomes[name] else "TRUE"
        tally.compare(name, expected, ask(heddle, path, "--memory-model=" + name)[0], text)


# --- the machine's word ---

RUNS = 1000000

NATIVE = """
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = %(runs)d, THREADS = %(threads)d, WIDTH = %(width)d };
static struct { %(places)s } cell[RUNS];
static signed char seen[RUNS][WIDTH];
static atomic_int arrived;

/* All threads begin a stretch of runs together. */
static void meet(int stretch)
{
    atomic_fetch_add(&arrived, 1);
    while (atomic_load(&arrived) < THREADS * (stretch + 1))
        sched_yield();
}
%(functions)s
static void *(*const threads[])(void *) = {%(names)s};
static int order(const void *a, const void *b) { return memcmp(a, b, WIDTH); }

int main(void)
{
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], 0, threads[i], 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], 0);
    for (int i = 0; i < RUNS; i++) { %(finals)s }
    qsort(seen, RUNS, WIDTH, order);
    for (int i = 0; i < RUNS; i++)
        if (!i || order(seen[i - 1], seen[i])) {
            for (int k = 0; k < WIDTH; k++)
                printf("%%d ", seen[i][k]);
            puts("");
        }
    return 0;
}
"""


def native_program(program, places):
    functions = []
    for t, code in enumerate(program):
        body = " ".join(c_statement(op) for op in code).replace("&x", "&cell[i].x")
        keep = " ".join("seen[i][%d] = (signed char)a%d;" % (t * REGISTERS + k, k) for k in range(REGISTERS))
        functions.append("static void *thread%d(void *unused)\n{\n    for (int i = 0; i < RUNS; i++) {\n        int a0 = 0, a1 = 0, a2 = 0;\n"
                         "        if (i %% 5000 == 0)\n            meet(i / 5000);\n        %s\n        %s\n    }\n    return unused;\n}\n" % (t, body, keep))
    first = len(program) * REGISTERS
    return NATIVE % {
        "runs": RUNS, "threads": len(program), "width": first + places,
        "places": " ".join("atomic_int x%d;" % x for x in range(places)), "functions": "\n".join(functions),
        "names": ", ".join("thread%d" % t for t in range(len(program))),
        "finals": " ".join("seen[i][%d] = (signed char)cell[i].x%d;" % (first + x, x) for x in range(places)),
    }


def check_native(dice, folder, tally):
    """Of a million runs each outcome is one that store buffers have. What was seen that threads in turns cannot have is counted: none
    at all would mean that the test cannot fail."""
    program, places = draw(dice)
    buffered = model.machine(program, places, REGISTERS, True)
    path = os.path.join(folder, "native")
    write(path + ".c", native_program(program, places))
    subprocess.run(["cc", "-O2", "-w", "-pthread", "-o", path, path + ".c"], check=True)
    out = subprocess.run([path], capture_output=True, text=True, timeout=300, check=True).stdout
    turns = model.machine(program, places, REGISTERS, False)
    for line in out.splitlines():
        numbers = list(map(int, line.split()))
        split = [numbers[k : k + REGISTERS] for k in range(0, len(program) * REGISTERS, REGISTERS)]
        outcome = model.outcome_of(split, numbers[len(program) * REGISTERS :])
        tally.weak += outcome in buffered and outcome not in turns
        tally.compare("a real run", True, outcome in buffered, c_program(program, places, "/* %s */" % condition(outcome)))


def main():
    arguments = [a for a in sys.argv[1:] if not a.startswith("--")]
    if len(arguments) < 2:
        sys.exit(__doc__)
    heddle, count = arguments[0], int(arguments[1])
    seed = int(arguments[2]) if len(arguments) > 2 else 1
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        for k in range(count):
            dice = random.Random("%d.%d" % (seed, k))
            if "--native" in sys.argv:
                check_native(dice, folder, tally)
            else:
                check(heddle, dice, folder, tally)
    if "--native" in sys.argv:
        print("outcomes that no schedule has: %d" % tally.weak)
    print("tests: %d, answers alike: %d, different: %d, left open: %d, too large to enumerate: %d"
          % (count, tally.same, tally.different, tally.open, tally.skipped))
    sys.exit(1 if tally.different or not tally.same else 0)


if __name__ == "__main__":
    main()
