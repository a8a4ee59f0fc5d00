"""Litmus tests by textbook: an implementation of the memory models that shares nothing with heddle's.

A program is a list of threads, a thread a list of operations:
    ("store", x, value, order)            ("load", x, register, order)         ("fence", order)
    ("add", x, register, order)           fetch_add(x, 1)
    ("swap", x, register, value, order)   exchange
    ("cas", x, register, expected, value, order, order of failure)
    ("if", register, value, operation)    operation if the register has the value
Locations are numbers from 0 and begin with 0, and so do registers, of which each thread has its own.

executions(program) are the consistent executions of RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer: Repairing Sequential Consistency in
C/C++11, PLDI 2017, section 3), with outcome: what all registers and locations are at the end. A later store of the same thread does not continue a
release sequence: so it is in C20 (P0982R1) and in GenMC, and heddle looks at these executions, which are more than those of the paper. buffered(program) and interleaved(program)
are the outcomes of x86's store buffers and of threads that take turns.
"""

STRENGTH = {
    "relaxed": (False, False, False),
    "acquire": (True, False, False),
    "release": (False, True, False),
    "acq_rel": (True, True, False),
    "seq_cst": (True, True, True),
}


class Event:
    """One event: kind R, W or F; what an operation does to one location is an R and a W of the same operation, joined by rmw."""

    def __init__(self, thread, index, kind, place, order, value=0, rmw=False):
        self.thread, self.index, self.kind, self.place = thread, index, kind, place
        self.order, self.value, self.rmw = order, value, rmw
        acquire, release, self.sc = STRENGTH[order]
        self.acquire = acquire and kind in "RF"
        self.release = release and kind in "WF"

    def name(self):
        return (self.thread, self.index)


# --- relations: a list with a set of successors as bits for each event ---


def compose(r, s):
    out = []
    for row in r:
        bits, i = 0, 0
        while row:
            if row & 1:
                bits |= s[i]
            row >>= 1
            i += 1
        out.append(bits)
    return out


def union(*relations):
    return [sum_bits(rows) for rows in zip(*relations)]


def sum_bits(rows):
    bits = 0
    for row in rows:
        bits |= row
    return bits


def closure(r):
    r = list(r)
    for k in range(len(r)):
        for i in range(len(r)):
            if r[i] >> k & 1:
                r[i] |= r[k]
    return r


def reflexive(r):
    return [row | 1 << i for i, row in enumerate(r)]


def within(first, r, second):
    """[first]; r; [second], for sets as bits."""
    return [row & second if first >> i & 1 else 0 for i, row in enumerate(r)]


def is_acyclic(r):
    return not any(row >> i & 1 for i, row in enumerate(closure(r)))


def those(events, accept):
    return sum(1 << i for i, e in enumerate(events) if accept(e))


# --- RC11 ---


class Graph:
    """An execution under construction: events, reads-from (of event numbers) and for each location its writes in modification order."""

    def __init__(self, places):
        self.events = [Event(-1, x, "W", x, "relaxed") for x in range(places)]
        self.rf = {}
        self.mo = [[x] for x in range(places)]

    def copy(self):
        g = Graph(0)
        g.events, g.rf, g.mo = list(self.events), dict(self.rf), [list(m) for m in self.mo]
        return g

    def key(self):
        names = [e.name() for e in self.events]
        return (
            frozenset((names[r], names[w]) for r, w in self.rf.items()),
            tuple(tuple(names[w] for w in m) for m in self.mo),
            frozenset(names),
        )


def relate(events, accept):
    n = len(events)
    return [sum(1 << j for j in range(n) if i != j and accept(events[i], events[j])) for i in range(n)]


def is_consistent(g):
    ev = g.events
    n = len(ev)
    rank = {w: k for m in g.mo for k, w in enumerate(m)}
    sb = relate(ev, lambda a, b: (a.thread == b.thread != -1 and a.index < b.index) or (a.thread == -1 and b.thread != -1))
    same = [sum(1 << j for j in range(n) if ev[i].place is not None and ev[i].place == ev[j].place) for i in range(n)]
    rf = [0] * n
    for r, w in g.rf.items():
        rf[w] |= 1 << r
    mo = [0] * n
    for m in g.mo:
        for i, w in enumerate(m):
            for v in m[i + 1 :]:
                mo[w] |= 1 << v
    back = [1 << g.rf[i] if i in g.rf else 0 for i in range(n)]
    rb = [row & ~(1 << i) for i, row in enumerate(compose(back, mo))]
    rmw = [1 << i + 1 if ev[i].rmw and ev[i].kind == "R" and i + 1 < n and ev[i + 1].rmw else 0 for i in range(n)]

    for i in range(n):
        if rmw[i] and rank[i + 1] != rank[g.rf[i]] + 1:
            return False
    if not is_acyclic(union(sb, rf)):
        return False

    reads, writes = those(ev, lambda e: e.kind == "R"), those(ev, lambda e: e.kind == "W")
    fences = those(ev, lambda e: e.kind == "F")
    rs = within(writes, reflexive(closure(compose(rf, rmw))), writes)
    to_write = reflexive(within(fences, sb, writes))
    to_fence = reflexive(within(reads, sb, fences))
    released, acquired = those(ev, lambda e: e.release), those(ev, lambda e: e.acquire)
    sw = within(released, compose(compose(compose(to_write, rs), within(writes, rf, reads)), to_fence), acquired)
    hb = closure(union(sb, sw))
    eco = closure(union(rf, mo, rb))
    if any(row >> i & 1 for i, row in enumerate(compose(hb, reflexive(eco)))):
        return False

    sc = those(ev, lambda e: e.sc)
    sc_fences = sc & fences
    away = [row & ~same[i] for i, row in enumerate(sb)]
    scb = union(sb, compose(compose(away, hb), away), [row & same[i] for i, row in enumerate(hb)], mo, rb)
    everything = (1 << n) - 1
    begin = union([1 << i if sc >> i & 1 else 0 for i in range(n)], within(sc_fences, reflexive(hb), everything))
    end = union([1 << i if sc >> i & 1 else 0 for i in range(n)], within(everything, reflexive(hb), sc_fences))
    psc = union(
        compose(compose(begin, scb), end),
        within(sc_fences, union(hb, compose(compose(hb, eco), hb)), sc_fences),
    )
    return is_acyclic(psc)


class State:
    def __init__(self, program, places, registers):
        self.at = [0] * len(program)
        self.registers = [[0] * registers for _ in program]
        self.count = [0] * len(program)
        self.graph = Graph(places)

    def copy(self):
        s = State([], 0, 0)
        s.at, s.count = list(self.at), list(self.count)
        s.registers = [list(r) for r in self.registers]
        s.graph = self.graph.copy()
        return s

    def key(self):
        return (tuple(self.at), tuple(map(tuple, self.registers)), self.graph.key())

    def add(self, thread, kind, place, order, value=0, rmw=False):
        self.graph.events.append(Event(thread, self.count[thread], kind, place, order, value, rmw))
        self.count[thread] += 1
        return len(self.graph.events) - 1


def failure_order(op):
    return op[6]


def new_value(op, old):
    """What a read-modify-write stores; None if it only reads."""
    if op[0] == "add":
        return old + 1
    if op[0] == "swap":
        return op[3]
    return op[4] if op[0] == "cas" and old == op[3] else None


def order_of(op):
    return {"add": 3, "swap": 4, "cas": 5, "load": 3}[op[0]]


def steps(s, program, thread):
    """All states after the next operation of the thread."""
    op = program[thread][s.at[thread]]
    if op[0] == "if":
        if s.registers[thread][op[1]] != op[2]:
            t = s.copy()
            t.at[thread] += 1
            return [t]
        op = op[3]
    out = []
    if op[0] == "fence":
        t = s.copy()
        t.add(thread, "F", None, op[1])
        out = [t]
    elif op[0] == "store":
        for k in range(1, len(s.graph.mo[op[1]]) + 1):
            t = s.copy()
            t.graph.mo[op[1]].insert(k, t.add(thread, "W", op[1], op[3], op[2]))
            out.append(t)
    else:
        for k, w in enumerate(s.graph.mo[op[1]]):
            t = s.copy()
            old = s.graph.events[w].value
            value = None if op[0] == "load" else new_value(op, old)
            order = failure_order(op) if op[0] == "cas" and value is None else op[order_of(op)]
            r = t.add(thread, "R", op[1], order, old, value is not None)
            t.graph.rf[r] = w
            t.registers[thread][op[2]] = old
            if value is not None:
                t.graph.mo[op[1]].insert(k + 1, t.add(thread, "W", op[1], order, value, True))
            out.append(t)
    for t in out:
        t.at[thread] += 1
    return [t for t in out if is_consistent(t.graph)]


def outcome_of(registers, memory):
    return (tuple(map(tuple, registers)), tuple(memory))


def executions(program, places, registers, most=20000):
    """Pairs of the number of consistent executions and the set of outcomes; None if there are too many states."""
    todo, seen, ends, outcomes = [State(program, places, registers)], set(), set(), set()
    while todo:
        s = todo.pop()
        done = True
        for thread, code in enumerate(program):
            if s.at[thread] == len(code):
                continue
            done = False
            for t in steps(s, program, thread):
                key = t.key()
                if key not in seen:
                    seen.add(key)
                    todo.append(t)
        if done:
            ends.add(s.graph.key())
            outcomes.add(outcome_of(s.registers, [s.graph.events[m[-1]].value for m in s.graph.mo]))
        if len(seen) > most:
            return None
    return len(ends), outcomes


# --- machines: threads that take turns, with or without store buffers ---


def machine(program, places, registers, has_buffers):
    """The outcomes. A store of less than seq_cst waits in the thread's buffer; everything that orders more waits until it is empty."""
    first = (tuple(0 for _ in program), tuple((0,) * registers for _ in program), (0,) * places, tuple(() for _ in program))
    todo, seen, outcomes = [first], {first}, set()

    def put(t, i, v):
        return t[:i] + (v,) + t[i + 1 :]

    while todo:
        at, regs, memory, buffers = todo.pop()
        nexts = []
        for t, code in enumerate(program):
            buffer = buffers[t]
            if buffer:
                (x, v), rest = buffer[0], buffer[1:]
                nexts.append((at, regs, put(memory, x, v), put(buffers, t, rest)))
            if at[t] == len(code):
                continue
            op, moved = code[at[t]], put(at, t, at[t] + 1)
            if op[0] == "if":
                if regs[t][op[1]] != op[2]:
                    nexts.append((moved, regs, memory, buffers))
                    continue
                op = op[3]
            if op[0] == "store" and has_buffers and op[3] != "seq_cst":
                nexts.append((moved, regs, memory, put(buffers, t, buffer + ((op[1], op[2]),))))
            elif op[0] == "load":
                waiting = [v for x, v in buffer if x == op[1]]
                value = waiting[-1] if waiting else memory[op[1]]
                nexts.append((moved, put(regs, t, put(regs[t], op[2], value)), memory, buffers))
            elif op[0] == "fence" and op[1] != "seq_cst":
                nexts.append((moved, regs, memory, buffers))
            elif buffer:
                continue
            elif op[0] == "fence":
                nexts.append((moved, regs, memory, buffers))
            elif op[0] == "store":
                nexts.append((moved, regs, put(memory, op[1], op[2]), buffers))
            else:
                old = memory[op[1]]
                value = new_value(op, old)
                after = memory if value is None else put(memory, op[1], value)
                nexts.append((moved, put(regs, t, put(regs[t], op[2], old)), after, buffers))
        if not nexts:
            outcomes.add(outcome_of(regs, memory))
        for s in nexts:
            if s not in seen:
                seen.add(s)
                todo.append(s)
    return outcomes
