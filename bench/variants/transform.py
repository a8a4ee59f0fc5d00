"""Programs that have the same verdict for reach as a given one. Each function takes the text of a program and whether its verdict is
TRUE, and returns the text of a variant, or None where it has nothing to do or cannot be sure."""
import re

from ctext import Source

NUMBERS = "extern void *malloc(__SIZE_TYPE__);\n"


def movable(source):
    """Global numbers whose every use is an access to them."""
    found = []
    for g in source.globals():
        uses = source.uses(g[0], g)
        if uses and all(source.depth[i] for i in uses) and not source.is_hidden(g[0]):
            found.append(g)
    return found


def first_definition(source):
    """Where definitions may be put: before the first global number, or the first function with a body."""
    places = [g[3] for g in source.globals()] + [source.match[b - 1] for b in source.bodies() if b - 1 in source.match]
    i = min(places)
    while i > 0 and source.at(i - 1) not in (";", "}"):
        i -= 1
    return i


def replace_globals(text, define, use, start=""):
    """define(list of globals) stands before the first definition; use(name) stands for every use; start is for main."""
    source = Source(text)
    moved = movable(source)
    if not moved or source.main_body() is None:
        return None
    edits = {}
    names = {g[0] for g in moved}
    for g in moved:
        for i in source.uses(g[0], g):
            edits[i] = use(g[0])
    for begin in {g[3] for g in moved}:
        end = next(g[4] for g in moved if g[3] == begin)
        left = [g for g in source.globals() if g[3] == begin and g[0] not in names]
        kept = "".join(f"{kind} {name} = {value};" for name, kind, value, _, _ in left)
        edits.update({i: "" for i in range(begin, end + 1)})
        edits[begin] = kept
    place = first_definition(source)
    edits[place] = define(moved) + edits.get(place, source.tokens[place])
    if start:
        body = source.main_body()
        edits[body] = "{" + start(moved)
    return source.text(edits)


def in_struct(text, _):
    return replace_globals(text, lambda gs: "\nstruct all_ { " + " ".join(f"{k} {n};" for n, k, *_ in gs) + " };\nstruct all_ all_ = { "
                           + ", ".join(f".{n} = {v}" for n, _, v, *_ in gs) + " };\n", lambda n: f"all_.{n}")


def on_heap(text, _):
    return replace_globals(text, lambda gs: "\n" + NUMBERS + "".join(f"{k} *at_{n};\n" for n, k, *_ in gs), lambda n: f"(*at_{n})",
                           lambda gs: "".join(f" at_{n} = malloc(sizeof *at_{n}); *at_{n} = {v};" for n, _, v, *_ in gs) + "\n")


def behind_pointer(text, _):
    return replace_globals(text, lambda gs: "\n" + "".join(f"{k} {n}_ = {v}; {k} *at_{n} = &{n}_;\n" for n, k, v, *_ in gs),
                           lambda n: f"(*at_{n})")


def by_functions(text, _):
    """Reads of globals by functions."""
    source = Source(text)
    edits, made = {}, ""
    for g in movable(source):
        name, kind = g[0], " ".join(w for w in g[1].split() if w not in ("volatile", "_Atomic"))
        reads = [i for i in source.uses(name, g) if not re.match(r"(\+\+|--|[-+*/%&|^]?=|<<=|>>=)$", source.at(i + 1))
                 and source.at(i - 1) not in ("&", "++", "--", "+=")]
        if reads and all(i > g[4] for i in reads):
            made += f"\nstatic {kind} get_{name}(void) {{ return {name}; }}"
            edits.update({i: f"get_{name}()" for i in reads})
            edits[g[4]] = edits.get(g[4], ";") + f"\nstatic {kind} get_{name}(void) {{ return {name}; }}\n"
    return source.text(edits) if made else None


def statement_end(source, i):
    """The last token of the statement at i; None if it is not a block or an expression."""
    if source.at(i) == "{":
        return source.match[i]
    if source.at(i) in ("if", "for", "while", "do", "switch", "return"):
        return None
    return source.end_of_statement(i)


def loops(source):
    """(keyword, tokens in the parentheses, first and last token of the body); not those that end a do."""
    for i, t in enumerate(source.tokens):
        if t in ("while", "for") and source.at(i + 1) == "(" and source.depth[i]:
            close = source.match[i + 1]
            ends_do = t == "while" and source.at(i - 1) == "}" and source.at(source.match[i - 1] - 1) == "do"
            end = statement_end(source, close + 1)
            if end is not None and not ends_do and source.at(i - 1) != "do":
                yield i, close, end


def as_for(text, _):
    source = Source(text)
    edits = {}
    for i, close, _ in loops(source):
        if source.at(i) == "while":
            edits[i], edits[i + 1], edits[close] = "for", "(;", ";)"
    return source.text(edits) if edits else None


def as_goto(text, _):
    source = Source(text)
    edits, count, done = {}, 0, -1
    for i, close, end in loops(source):
        inside = source.tokens[close + 1:end + 1]
        if i <= done or {"break", "continue", "while", "for"} & set(inside) or source.at(i - 1) not in (";", "{", "}"):
            continue
        done, count = end, count + 1
        head = source.tokens[i + 2:close]
        begin = step = ""
        if source.at(i) == "for":
            parts = " ".join(head).split(";")
            if len(parts) != 3:
                continue
            begin, condition, step = (p.strip() for p in parts)
        else:
            condition = " ".join(head)
        edits.update({j: "" for j in range(i, close + 1)})
        edits[i] = f"{{ {begin}; again_{count}: if (!({condition or 1})) goto out_{count}; {{"
        edits[end] = source.at(end) + f" }} {step}; goto again_{count}; out_{count}:; }}"
    return source.text(edits) if count else None


def plain_flags(source):
    """Globals that hold small constants: the same in every type of numbers."""
    for g in movable(source):
        if "int" not in g[1].split() or {"unsigned", "long", "short"} & set(g[1].split()) or not re.match(r"\d{1,2}$", g[2]):
            continue
        fine = True
        for i in source.uses(g[0], g):
            after, before = source.at(i + 1), source.at(i - 1)
            writes = after == "=" and re.match(r"\d{1,2}$", source.at(i + 2)) and source.at(i + 3) == ";"
            reads = (after in ("==", "!=", ")", "&&", "||") and before in ("(", "!", "==", "!=", "&&", "||"))
            fine &= bool(writes or reads) and source.at(i - 2) not in source.types and not (before == "(" and source.at(i - 2) not in ("if", "while", "(", "&&", "||", "!", "assert"))
        if fine:
            yield g


def retyped(text, globals_of, to):
    source = Source(text)
    edits = {}
    whole = {}
    for g in source.globals():
        whole[g[3]] = whole.get(g[3], 0) + 1
    for g in globals_of(source):
        if whole[g[3]] == 1:
            for i in range(g[3], g[4]):
                if source.at(i) == "int":
                    edits[i] = to
    return source.text(edits) if edits else None


def as_short(text, _):
    return retyped(text, plain_flags, "short")


def as_unsigned(text, _):
    return retyped(text, plain_flags, "unsigned")


def wide_numbers(source):
    """int is as good as any wider type where nothing overflows and no address is taken."""
    for g in movable(source):
        if set(g[1].split()) <= {"int", "volatile"} and all(source.at(i - 1) != "&" for i in source.uses(g[0], g)):
            yield g


def as_long(text, is_true):
    """A violation may need an overflow."""
    return retyped(text, wide_numbers, "long long") if is_true else None


LOCKS = {
    "spin": ("int held;", "while (__atomic_exchange_n(&l->held, 1, 5)) ;", "__atomic_store_n(&l->held, 0, 5);"),
    "ticket": ("unsigned next, served;", "unsigned mine = __atomic_fetch_add(&l->next, 1, 5); while (__atomic_load_n(&l->served, 5) != mine) ;",
               "__atomic_fetch_add(&l->served, 1, 5);"),
    "assume": ("int held;", "__VERIFIER_atomic_begin(); __VERIFIER_assume(l->held == 0); l->held = 1; __VERIFIER_atomic_end();",
               "__VERIFIER_atomic_begin(); l->held = 0; __VERIFIER_atomic_end();"),
}
MUTEX = re.compile(r"\bpthread_mutex_(?!t\b|lock\b|unlock\b|init\b|destroy\b)\w+|pthread_cond_|pthread_rwlock|pthread_spin|recursive", re.I)


def own_lock(kind):
    fields, lock, unlock = LOCKS[kind]

    def change(text, _):
        source = Source(text)
        if not source.bodies():
            return None
        start = first_definition(source)
        own = source.tokens[start:]
        if "pthread_mutex_lock" not in own or MUTEX.search(" ".join(own).replace("PTHREAD_MUTEX_INITIALIZER", "")):
            return None
        edits = {}
        for i in range(start, len(source.tokens)):
            t = source.tokens[i]
            if t == "pthread_mutex_t":
                edits[i] = "struct lock_"
                if source.at(i + 2) == "=" and source.at(i + 3) == "{":
                    edits.update({j: "" for j in range(i + 3, source.match[i + 3])})
                    edits[i + 3] = "{0"
            elif t == "PTHREAD_MUTEX_INITIALIZER":
                edits[i] = "{0}"
            elif re.match(r"pthread_mutex_(lock|unlock|init|destroy)$", t):
                edits[i] = t.replace("pthread_mutex", "own")
        declared = "" if "__VERIFIER_atomic_begin" in source.tokens[:start] else "extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\n"
        declared += "" if "__VERIFIER_assume" in source.tokens[:start] else "extern void __VERIFIER_assume(int);\n"
        edits[start] = (f"\n{declared if kind == 'assume' else ''}struct lock_ {{ {fields} }};\n"
                        f"static int own_lock(struct lock_ *l) {{ {lock} return 0; }}\n"
                        f"static int own_unlock(struct lock_ *l) {{ {unlock} return 0; }}\n"
                        "static int own_init(struct lock_ *l, void *unused) { *l = (struct lock_){0}; return 0; }\n"
                        "static int own_destroy(struct lock_ *l) { return 0; }\n" + edits.get(start, source.tokens[start]))
        return source.text(edits)
    return change


def idle_thread(text, _):
    source = Source(text)
    body = source.main_body()
    if body is None or "pthread_create" not in source.tokens[:body] + source.tokens:
        return None
    start = first_definition(source)
    edits = {start: "\nstatic _Atomic unsigned idle_;\nstatic void *idle_thread_(void *u) { for (;;) idle_++; return u; }\n" + source.tokens[start]}
    edits[body] = "{ pthread_t idle_id_; pthread_create(&idle_id_, 0, idle_thread_, 0);\n"
    return source.text(edits)


def idle_code(text, _):
    source = Source(text)
    edits = {}
    for count, body in enumerate(source.bodies()):
        edits[body] = f"{{ volatile unsigned idle_{count}_ = 0; for (int j_ = 0; j_ < 3; j_++) idle_{count}_ += 2 * j_;\n"
    return source.text(edits) if edits else None


def own_names(source, start):
    """Functions, globals, tags and types that the text defines from a token on."""
    names = set()
    for i in range(start, len(source.tokens)):
        if source.depth[i] == 0 and re.match(r"[A-Za-z_]\w*$", source.tokens[i]):
            after, before = source.at(i + 1), source.at(i - 1)
            inside = any(source.at(j) == "(" and j < i < source.match.get(j, j) for j in range(max(start, i - 40), i))
            called = after == "(" and source.at(source.match.get(i + 1, i) + 1) == "{"
            defined = after in (";", "=", ",", "[") and (before in source.types | {"*", ",", "}"} or re.match(r"\w+$", before))
            if not inside and (called or defined or (before in ("struct", "union", "enum") and after == "{")):
                names.add(source.tokens[i])
    return names - source.types.intersection({"pthread_t"}) - {"int"}


def both_would_use(source, start):
    """Whether the two copies would share something: a variable before the first definition that is renamed, or an object by its name."""
    i = 0
    while i < start:
        end = source.end_of_statement(i)
        if not {"(", "extern", "typedef"} & set(source.tokens[i:end]) and source.at(end - 1) != "}":
            return True
        i = end + 1
    return bool({"sem_open", "shm_open", "mmap", "open"} & set(source.tokens))


def twice(text, _):
    """Another copy of the program, with variables of its own, runs beside it."""
    source = Source(text)
    if source.main_body() is None:
        return None
    start = first_definition(source)
    if re.search(r"^[ \t]*#", "".join(source.before[start + 1:]), re.M) or {"typedef", "enum"} & set(source.tokens[start:]):
        return None
    names = own_names(source, start)
    if both_would_use(source, start) or {"reach_error", "__VERIFIER_error"} & names:
        return None
    if "main" not in names or "argv" in source.tokens[source.match[source.main_body()]:]:
        return None
    pieces = list(zip(source.before, source.tokens))
    both = ["".join(b + t for b, t in pieces[:start]) + source.before[start]]
    for copy in ("_1", "_2"):
        renamed = [(b, t + copy if t in names else t) for b, t in pieces[start:]]
        both.append(renamed[0][1] + "".join(b + t for b, t in renamed[1:]))
    empty = source.at(source.tokens.index("main", start) + 2) in (")", "void")
    call = "" if empty else "0, 0"
    both.append(f"\nstatic void *second_(void *u) {{ main_2({call}); return u; }}\n"
                f"int main(void) {{ pthread_t second_id_; pthread_create(&second_id_, 0, second_, 0); main_1({call}); return 0; }}\n")
    return "\n".join(both)


def scaled(mark, factor):
    pattern = re.compile(r"^(#define \w+ )(\d+)( /\* %s \*/)" % mark, re.M)
    return lambda text, _: pattern.sub(lambda m: f"{m[1]}{int(m[2]) * factor}{m[3]}", text) if pattern.search(text) else None


TRANSFORMATIONS = {
    "rounds x2": scaled("rounds", 2), "rounds x10": scaled("rounds", 10), "rounds x100": scaled("rounds", 100),
    "threads x2": scaled("threads", 2), "threads x4": scaled("threads", 4), "twice": twice,
    "struct": in_struct, "heap": on_heap, "pointer": behind_pointer, "functions": by_functions,
    "for": as_for, "goto": as_goto, "long": as_long, "short": as_short, "unsigned": as_unsigned,
    "spin": own_lock("spin"), "ticket": own_lock("ticket"), "assume": own_lock("assume"),
    "idle thread": idle_thread, "idle code": idle_code,
}
