/* See witness_proof.h. Where a statement begins, the thread is at a location of the original program that may have been
 * merged with its neighbours. Shared memory is there as it is at a location that was kept, as long as the steps in
 * between do not write to it: going back from there, whatever others do afterwards they can do before as well. */
#include "report/witness_proof.h"

#include "base/options.h"
#include "report/c_expr.h"
#include "report/ghosts.h"
#include "report/names.h"
#include "report/places.h"
#include "report/unset.h"

/* Longer conditions and deeper searches help nobody. */
enum { LONGEST = 1500, DEEPEST = 60 };

struct maker {
    struct witness_proof *out;
    const struct report *report;
    struct sources *sources;
    const struct proof *proof;
    bool with_ghosts;
    string_vector disjuncts; /* of the condition that is being made */
    struct position at;      /* where it will stand; line 0: behind everything */
    struct unset_cells unset;
    struct position **starts; /* by code and location: the statement that begins or goes on there; line 0 if unknown */
};

/* --- words --- */

static const char *name_of(void *context, const struct cell *c, expr index)
{
    struct maker *k = context;
    if (cell_is_shared(c) && c->role == CELL_DATA)
        return name_at_place(k->report, k->sources, c, index, k->at, &k->out->words);
    if (c->role != CELL_STARTED || !k->with_ghosts || (index && !expr_is_const(index)))
        return NULL;
    struct witness_ghost *g = ghost_of(k->out, c->id, index ? index->value : 0);
    if (g)
        g->used = true;
    return g ? g->name : NULL;
}

/* A mutex holds an identity, its ghost a truth value: m == 0 is exact, m == me says that it is held. */
static bool mutex_atom(void *context, struct text *out, expr e, bool negated)
{
    struct maker *k = context;
    if (e->op != E_EQ || !k->with_ghosts)
        return false;
    expr cell = e->arg[0]->op == E_CELL ? e->arg[0] : e->arg[1], value = cell == e->arg[0] ? e->arg[1] : e->arg[0];
    struct witness_ghost *g = cell->op == E_CELL ? ghost_of(k->out, (uint32_t)cell->value, 0) : NULL;
    if (!g || cell->value >= k->report->program->cells.size || k->report->program->cells.data[cell->value].role != CELL_SYNC)
        return false;
    bool zero = expr_is_value(value, 0), nonzero = value->op == E_SELF || (expr_is_const(value) && !zero);
    if (!zero && (!nonzero || negated))
        return false;
    text_printf(out, "%s %s 0", g->name, zero != negated ? "==" : "!=");
    g->used = true;
    return true;
}

/* A disjunct; false if it is just true. */
static bool add_disjunct(struct maker *k, uint32_t code, uint32_t location)
{
    expr e = unset_left_out(&k->unset, k->proof, code, location);
    struct c_printer c = {.program = k->proof->program, .name = name_of, .atom = mutex_atom, .context = k};
    struct text t = {0};
    if (!e || !c_weaker(&t, &c, e)) {
        text_free(&t);
        return false;
    }
    bool known = false;
    vector_each(const char **, d, &k->disjuncts)
        known |= !strcmp(*d, text_string(&t));
    if (!known)
        vector_push(&k->disjuncts, arena_strdup(&k->out->words, text_string(&t)));
    text_free(&t);
    return true;
}

/* The disjunction; what cannot happen is left out unless it is all. NULL if it is too long. */
static const char *disjunction(struct maker *k)
{
    struct text t = {0};
    vector_each(const char **, d, &k->disjuncts)
        if (strcmp(*d, "0"))
            text_printf(&t, "%s%s", t.size ? " || " : "", *d);
    if (!t.size)
        text_append(&t, "0");
    const char *kept = t.size < LONGEST ? arena_strdup(&k->out->words, text_string(&t)) : NULL;
    text_free(&t);
    return kept;
}

/* --- locations --- */

static bool writes_shared(const struct program *p, const struct action *a)
{
    for (uint32_t i = 0; i < a->update_count; i++)
        if (cell_is_shared(&p->cells.data[a->updates[i].cell]))
            return true;
    return a->kind == ACT_CALL;
}

/* The invariants of the kept locations that have this one as their origin; *none if there are none. False: one is just
 * true. */
static bool add_images(struct maker *k, uint32_t code, uint32_t location, bool *none)
{
    const struct code *small = &k->proof->program->codes.data[code];
    *none = true;
    for (uint32_t l = 0; l < small->locations.size; l++)
        if (small->locations.data[l].origin == location) {
            *none = false;
            if (!add_disjunct(k, code, l))
                return false;
        }
    return true;
}

/* What holds before steps that write to no shared memory still holds after them, whatever others did meanwhile. */
static bool cover_backward(struct maker *k, uint32_t code, uint32_t location, unsigned depth)
{
    const struct program *p = k->report->program;
    const struct code *c = &p->codes.data[code];
    bool none, any = false;
    if (!add_images(k, code, location, &none) || depth > DEEPEST || (none && location == c->entry))
        return false;
    if (!none)
        return true;
    vector_each(const struct edge *, e, &c->edges) {
        if (e->to != location)
            continue;
        if (writes_shared(p, &e->action) || !cover_backward(k, code, e->from, depth + 1))
            return false;
        any = true;
    }
    return any;
}

/* What holds after steps that are always possible and write to no shared memory holds before them. */
static bool cover_forward(struct maker *k, uint32_t code, uint32_t location, unsigned depth)
{
    const struct program *p = k->report->program;
    const struct code *c = &p->codes.data[code];
    bool none;
    if (!add_images(k, code, location, &none) || depth > DEEPEST)
        return false;
    if (!none)
        return true;
    uint32_t begin = out_begin(c, location), end = out_end(c, location);
    for (uint32_t i = begin; i < end; i++) {
        const struct edge *e = out_edge(c, i);
        bool possible = e->action.kind == ACT_LOCAL && (expr_is_true(e->action.guard) || end - begin > 1); /* a branch */
        if (!possible || writes_shared(p, &e->action) || (c->locations.data[e->to].flags & LOC_ATOMIC) ||
            !cover_forward(k, code, e->to, depth + 1))
            return false;
    }
    return end > begin;
}

/* Adds the invariants of the kept locations that stand for this one. False: they cannot be told, or say nothing. */
static bool cover(struct maker *k, uint32_t code, uint32_t location)
{
    uint32_t before = k->disjuncts.size;
    if (cover_backward(k, code, location, 0))
        return true;
    k->disjuncts.size = before;
    return cover_forward(k, code, location, 0);
}

static bool same_start(struct position a, struct position b)
{
    return a.line && a.line == b.line && a.column == b.column && a.file && b.file && !strcmp(a.file, b.file);
}

/* Whether a thread may come to this location from another statement. */
static bool begins(const struct maker *k, uint32_t code, uint32_t location)
{
    const struct code *c = &k->report->program->codes.data[code];
    if (location == c->entry)
        return true;
    vector_each(const struct edge *, e, &c->edges)
        if (e->to == location && !same_start(k->starts[code][e->from], k->starts[code][location]))
            return true;
    return false;
}

static struct position start_of(struct maker *k, uint32_t code, uint32_t location)
{
    const struct code *c = &k->report->program->codes.data[code];
    struct position none = {0};
    for (uint32_t i = out_begin(c, location); i < out_end(c, location); i++) {
        const struct action *a = &out_edge(c, i)->action;
        if (!a->pos.line || !a->pos.column || !a->pos.file || a->kind == ACT_START)
            continue;
        if (!source_file(k->sources, a->pos.file)->starts.size)
            return none;
        struct position start = place_of_statement(k->sources, a->pos);
        bool is_block =
            place_is(k->sources, start, "}") || place_is(k->sources, start, "{"); /* the end of a function, an empty body */
        return is_block || !place_begins_statement(k->sources, start) ? none : start;
    }
    return none;
}

/* --- statements --- */

static bool is_within(struct position x, struct position from, struct position to)
{
    bool after = x.line > from.line || (x.line == from.line && x.column > from.column);
    return after && (x.line < to.line || (x.line == to.line && x.column <= to.column));
}

/* From where threads come to the locations of a statement. */
struct arrivals {
    bool before, within; /* the statement */
    bool calls;          /* out of a function, or from where nobody knows */
};

static void add_arrivals(const struct maker *k, uint32_t code, uint32_t location, struct position end, struct arrivals *a)
{
    const struct code *c = &k->report->program->codes.data[code];
    struct position start = k->starts[code][location];
    a->before |= location == c->entry;
    vector_each(const struct edge *, e, &c->edges) {
        struct position from = k->starts[code][e->from];
        if (e->to != location || same_start(from, start))
            continue;
        bool same = from.line && from.file && !strcmp(from.file, start.file) && from.function && start.function &&
                    !strcmp(from.function, start.function);
        a->calls |= !same && e->from != c->entry;
        a->within |= same && is_within(from, start, end);
        a->before |= !same || !is_within(from, start, end);
    }
}

/* Whether steps of the statement alone go round: of a loop without a body. What nothing that is left leads to is taken away until all of it is gone, or nothing goes. */
static bool goes_round(const struct maker *k, uint32_t code, struct position start)
{
    const struct code *c = &k->report->program->codes.data[code];
    bool *gone = NEW_ARRAY(bool, c->locations.size + 1), any = true, left = false;
    while (any) {
        any = left = false;
        for (uint32_t l = 0; l < c->locations.size; l++) {
            bool reached = gone[l] || !same_start(k->starts[code][l], start);
            for (const struct edge *e = c->edges.data; !reached && e < c->edges.data + c->edges.size; e++)
                reached = e->to == l && !gone[e->from] && same_start(k->starts[code][e->from], start);
            any |= !reached;
            gone[l] |= !reached;
            left |= !gone[l] && same_start(k->starts[code][l], start);
        }
    }
    mem_free(gone);
    return left;
}

/* Whether what holds at the locations of the statement holds whenever a thread comes to it. Where a loop has a condition that is none, threads come to its head
 * without a step there; and what is there of a statement may begin behind a call in it. */
static bool begins_with_steps(const struct maker *k, struct position start, bool loop)
{
    const struct program *p = k->report->program;
    struct position end = loop ? place_of_loop_end(k->sources, start) : start;
    struct arrivals a = {0};
    for (uint32_t c = 0; c < p->codes.size; c++)
        for (uint32_t l = 0; l < p->codes.data[c].locations.size; l++)
            if (same_start(k->starts[c][l], start))
                add_arrivals(k, c, l, end, &a);
    for (uint32_t c = 0; loop && !a.within && c < p->codes.size; c++)
        a.within = goes_round(k, c, start);
    return (!loop || (a.before && a.within)) && (!a.calls || !place_has_call(k->sources, start));
}

/* Every way to come to the statement, in any thread. */
static bool covers_statement(struct maker *k, struct position start)
{
    const struct program *p = k->report->program;
    for (uint32_t c = 0; c < p->codes.size; c++)
        for (uint32_t l = 0; l < p->codes.data[c].locations.size; l++)
            if (same_start(k->starts[c][l], start) && begins(k, c, l) &&
                ((p->codes.data[c].locations.data[l].flags & LOC_ATOMIC) || !cover(k, c, l)))
                return false;
    return k->disjuncts.size > 0;
}

static void add_statement(struct maker *k, struct position start)
{
    vector_clear(&k->disjuncts);
    k->at = start;
    struct witness_invariant i = {.pos = start, .loop = place_is(k->sources, start, "while")};
    if (begins_with_steps(k, start, i.loop) && covers_statement(k, start))
        i.text = disjunction(k);
    if (i.text)
        vector_push(&k->out->invariants, i);
}

static void add_statements(struct maker *k)
{
    const struct program *p = k->report->program;
    VECTOR(struct position) seen = {0};
    for (uint32_t c = 0; c < p->codes.size; c++)
        for (uint32_t l = 0; l < p->codes.data[c].locations.size; l++) {
            struct position start = k->starts[c][l];
            bool known = !start.line;
            vector_each(const struct position *, q, &seen)
                known |= same_start(*q, start);
            if (known)
                continue;
            vector_push(&seen, start);
            add_statement(k, start);
        }
    vector_free(&seen);
}

/* main is somewhere all the time: one of its invariants holds. */
static void add_always(struct maker *k)
{
    const struct code *c = &k->proof->program->codes.data[0];
    bool ok = true;
    vector_clear(&k->disjuncts);
    k->with_ghosts = false;
    k->at = (struct position){0};
    for (uint32_t l = 0; l < c->locations.size && ok; l++)
        ok = add_disjunct(k, 0, l);
    if (ok && !k->out->always)
        k->out->always = disjunction(k);
    k->with_ghosts = true;
}

static void use_proof(struct witness_proof *w, const struct report *r, const struct proof *proof, struct sources *s)
{
    const struct program *p = r->program;
    struct maker k = {.out = w, .report = r, .sources = s, .proof = proof, .with_ghosts = true};
    if (proof->program->codes.size != p->codes.size)
        return;
    unset_find(&k.unset, p, proof->program);
    k.starts = NEW_ARRAY(struct position *, p->codes.size);
    for (uint32_t c = 0; c < p->codes.size; c++) {
        k.starts[c] = NEW_ARRAY(struct position, p->codes.data[c].locations.size + 1);
        for (uint32_t l = 0; l < p->codes.data[c].locations.size; l++)
            k.starts[c][l] = start_of(&k, c, l);
    }
    add_statements(&k);
    add_always(&k);
    for (uint32_t c = 0; c < p->codes.size; c++)
        mem_free(k.starts[c]);
    mem_free(k.starts);
    vector_free(&k.disjuncts);
    unset_free(&k.unset);
}

void witness_proof_make(struct witness_proof *w, const struct report *r, struct sources *s)
{
    *w = (struct witness_proof){0};
    if (!r->program)
        return;
    ghosts_find(w, r->program, s);
    if (r->fine_proofs)
        vector_each(const struct proof *const *, proof, &r->proofs)
            use_proof(w, r, *proof, s);
    if (!w->invariants.size && r->values)
        use_proof(w, r, r->values, s);
}

void witness_proof_free(struct witness_proof *w)
{
    vector_each(struct witness_ghost *, g, &w->ghosts)
        vector_free(&g->updates);
    vector_free(&w->ghosts);
    vector_free(&w->invariants);
    arena_release(&w->words);
}
