/* The property deadlock, on one state: whether some instance is stuck there for ever, and the program need not end
 * (stuck.h). A state in which nobody can move needs no more than a look; then the text of the program may show that nobody
 * will ever do what is waited for (machine_frozen); otherwise all that may follow is executed, within limits (future.c).
 * Beyond them, and where the inputs to try are too many or an atomic section too long, nothing is claimed. */
#include "base/effort.h"
#include "program/machine_parts.h"
#include "program/stuck.h"

enum standing machine_standing(const struct machine *m, uint32_t t, uint32_t n)
{
    const struct code *c = &machine_program(m)->codes.data[machine_code(m, t, n)];
    uint32_t l = machine_location(m, t, n);
    enum standing stands = out_begin(c, l) == out_end(c, l) ? STANDS_HELD : STANDS_WAITING; /* held: behind an assume(0) */
    if (c->locations.data[l].flags & (LOC_ERROR | LOC_UNSUPPORTED))
        return STANDS_HELD;
    if (machine_depth(m, t, n) == 1 && l == c->exit)
        return STANDS_ENDED;
    for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++) {
        switch (out_edge(c, i)->action.kind) {
        case ACT_ASSUME: return STANDS_HELD;
        case ACT_START: return STANDS_ENDED; /* was never created */
        case ACT_CREATE: return STANDS_CREATING;
        case ACT_JOIN: stands = STANDS_JOINING; break;
        default: break;
        }
    }
    return stands;
}

static uint32_t done_cell(const struct program *p, uint32_t template)
{
    vector_each(const struct cell *, c, &p->cells)
        if (c->role == CELL_DONE && c->subject == template && !c->dropped)
            return c->id;
    return NONE;
}

bool machine_joins(struct machine *m, uint32_t t, uint32_t n, uint32_t other_code, uint32_t other)
{
    const struct program *p = machine_program(m);
    const struct code *c = &p->codes.data[machine_code(m, t, n)];
    uint32_t l = machine_location(m, t, n), done = done_cell(p, other_code);
    if (machine_standing(m, t, n) != STANDS_JOINING || done == NONE)
        return false;
    bool array = cell_is_array(&p->cells.data[done]), found = false;
    uint64_t slot = array ? cell_slot(&p->cells.data[done], other, machine_counts(m)) : 0;
    struct trace_initial ended = {done, NONE, NONE, slot, 1}, as_it_is = ended;
    as_it_is.value = machine_read(m, NONE, 0, done, other);
    if (as_it_is.value || slot == NONE64)
        return false;
    machine_set_initial(m, &ended);
    for (uint32_t i = out_begin(c, l); i < out_end(c, l); i++)
        found |= out_edge(c, i)->action.object == other_code && machine_eval(m, t, n, out_edge(c, i)->action.guard, NULL);
    machine_set_initial(m, &as_it_is);
    return found;
}

uint64_t machine_joined(struct machine *m, uint32_t t, uint32_t n)
{
    uint64_t result = 0;
    uint32_t k = 0;
    for (uint32_t u = 0; u < machine_program(m)->template_count; u++)
        for (uint32_t i = 0; i < machine_instances(m, u); i++, k++)
            result |= k < STUCK_THREADS ? (uint64_t)machine_joins(m, t, n, u, i) << k : 0;
    return result;
}

/* Whether two instances join each other: POSIX allows to notice that, glibc does, and the program goes on. */
static bool two_join_each_other(struct machine *m)
{
    uint64_t joined[STUCK_THREADS] = {0};
    uint32_t k = 0;
    for (uint32_t t = 0; t < machine_program(m)->template_count; t++)
        for (uint32_t n = 0; n < machine_instances(m, t) && k < STUCK_THREADS; n++)
            joined[k++] = machine_joined(m, t, n);
    for (uint32_t a = 0; a < k; a++)
        for (uint32_t b = 0; b < a; b++)
            if (joined[a] >> b & 1 && joined[b] >> a & 1)
                return true;
    return false;
}

/* Whether the instance joins one that nobody has created: its id comes from nowhere, and what happens is undefined. */
static bool joins_nobody(struct machine *m, uint32_t t, uint32_t n)
{
    uint32_t fuel = EFFORT_SECTION;
    for (uint32_t u = 0; u < machine_program(m)->template_count; u++)
        for (uint32_t i = 0; i < machine_instances(m, u); i++)
            if (machine_joins(m, t, n, u, i) && machine_standing(m, u, i) == STANDS_ENDED &&
                machine_can_move(m, u, i, &fuel) == MOVES_NO)
                return true;
    return false;
}

/* --- one state --- */

struct scene { /* of the instances, numbered from those of the first template on */
    uint32_t threads;
    struct bitset waits, joins; /* those that cannot move */
    bool somebody_moves, somebody_is_held, unknown;
};

static void look_around(struct machine *m, struct scene *s)
{
    uint32_t fuel = EFFORT_SECTION;
    for (uint32_t t = 0; t < machine_program(m)->template_count; t++)
        for (uint32_t n = 0; n < machine_instances(m, t); n++, s->threads++) {
            enum moves moves = machine_can_move(m, t, n, &fuel);
            enum standing stands = machine_standing(m, t, n);
            s->unknown |= machine_in_atomic(m, t, n) || (moves == MOVES_MAYBE && stands != STANDS_ENDED);
            s->somebody_moves |= moves == MOVES_YES;
            if (moves == MOVES_YES)
                continue;
            s->somebody_is_held |= stands == STANDS_HELD || stands == STANDS_CREATING;
            if (moves == MOVES_NO && (stands == STANDS_WAITING || stands == STANDS_JOINING))
                bitset_add(&s->waits, s->threads);
            if (stands == STANDS_JOINING)
                bitset_add(&s->joins, s->threads);
            s->unknown |= stands == STANDS_JOINING && joins_nobody(m, t, n);
        }
    s->unknown |= bitset_count(&s->joins) > 1 && two_join_each_other(m);
}

bool machine_goes_on(struct machine *m)
{
    struct scene s = {0};
    look_around(m, &s);
    bitset_free(&s.waits);
    bitset_free(&s.joins);
    return s.somebody_moves || s.unknown;
}

/* Frozen threads, without those that join others that are not. */
static uint64_t frozen_with_reason(struct machine *m, const struct scene *s, uint64_t frozen)
{
    for (bool changed = true; changed;) {
        uint32_t k = 0;
        changed = false;
        for (uint32_t t = 0; t < machine_program(m)->template_count; t++)
            for (uint32_t n = 0; n < machine_instances(m, t); n++, k++)
                if (frozen >> k & 1 && bitset_has(&s->joins, k) && !(machine_joined(m, t, n) & frozen)) {
                    frozen &= ~(UINT64_C(1) << k);
                    changed = true;
                }
    }
    return frozen;
}

static uint64_t partly_stuck(struct machine *m, const struct scene *s)
{
    bool goes_on;
    uint64_t blocked = s->threads <= STUCK_THREADS && s->waits.size ? s->waits.words[0] : 0;
    if (!blocked)
        return 0;
    uint64_t frozen = machine_frozen(m, blocked, &goes_on), stuck = goes_on ? frozen_with_reason(m, s, frozen) : 0;
    return stuck ? stuck : machine_stuck_later(m, blocked, frozen);
}

bool machine_deadlocked(struct machine *m, struct bitset *stuck)
{
    struct scene s = {0};
    struct bitset all = {0};
    look_around(m, &s);
    if (!machine_halted(m) && !s.unknown && !bitset_empty(&s.waits)) {
        if (!s.somebody_moves && !s.somebody_is_held)
            bitset_copy(&all, &s.waits);
        else if (s.somebody_moves)
            for (uint64_t rest = partly_stuck(m, &s); rest; rest &= rest - 1)
                bitset_add(&all, (uint32_t)__builtin_ctzll(rest));
    }
    bool found = !bitset_empty(&all);
    if (stuck)
        bitset_copy(stuck, &all);
    bitset_free(&all);
    bitset_free(&s.waits);
    bitset_free(&s.joins);
    return found;
}
