#include "engines/guess/sift.h"

#include "base/effort.h"
#include "base/map.h"
#include "base/statistics.h"
#include "logic/smt.h"
#include "program/terms.h"

enum { MOST_FIRST_VALUES = 1024 /* of an array that are told */, MOST_TOGETHER = 1000, LEAST_TOGETHER = 4 };

/* A step, and a location of another thread (or the step's own target) whose candidates it has to lead to. */
struct sifter {
    struct candidates *candidates;
    const struct shares *shares;
    const struct any_slot *any;
    const struct program *with;
    const struct budget *budget;
    struct smt *smt;
    uint64_t questions;
    uint32_t **dropped;  /* by code and location: how many were given up */
    struct map answered; /* step and witness, to how many had been given up that it relies on */
    bool changed;
    bool hopeless; /* what is left can prove nothing, and it only becomes less */
    bool
        splits; /* where the solver has no answer it is asked about fewer: there are arrays to speak of, or threads without bound */
    uint32_t together; /* candidates that are asked about at a time: fewer, once the solver had no answer about so many */
};

struct side { /* a thread: where, and in which words */
    uint32_t code, location;
    struct smt_scope scope;
};

static expr_list *known(const struct sifter *s, uint32_t code, uint32_t location) { return &s->candidates->at[code][location]; }

static void assume(struct sifter *s, const struct side *at)
{
    vector_each(const expr *, e, known(s, at->code, at->location))
        smt_assert(s->smt, smt_holds(s->smt, &at->scope, *e));
}

/* What is known of any slot is known of those that the action has to do with. */
static void assume_for_slots(struct sifter *s, const struct side *at, const struct action *a)
{
    expr_vector indices = {0};
    uint32_t any = s->any->index ? (uint32_t)s->any->index->value : NONE;
    if (any != NONE)
        action_indices(a, s->any->index->width, &indices);
    vector_each(const expr *, i, &indices) {
        term index = smt_term(s->smt, &at->scope, *i), was = smt_cell(s->smt, at->scope.shared, any);
        at->scope.shared->cells[any] = index;
        vector_each(const expr *, e, known(s, at->code, at->location))
            if (expr_mentions_cell(*e, any))
                smt_assert(s->smt, smt_holds(s->smt, &at->scope, *e));
        at->scope.shared->cells[any] = was;
    }
    vector_free(&indices);
}

/* Ids of instances of the code. */
static void assume_id(struct sifter *s, const struct side *at)
{
    const struct code *c = &s->with->codes.data[at->code];
    struct exprs *x = s->with->exprs;
    expr from = expr_binary(x, E_ULE, expr_const(x, SELF_WIDTH, c->first_id), expr_self(x));
    expr to = expr_binary(x, E_ULE, expr_self(x), expr_const(x, SELF_WIDTH, program_last_id(s->with, at->code)));
    smt_assert(s->smt, smt_holds(s->smt, &at->scope, expr_and(x, from, to)));
}

static bool is_false(const struct sifter *s, uint32_t code, uint32_t location)
{
    const expr_list *list = known(s, code, location);
    for (uint32_t i = 0; i < list->size; i++)
        if (expr_is_false(list->data[i]))
            return true;
    return false;
}

/* Whether some place of the check may be reached. */
static bool is_open(const struct sifter *s, uint32_t check)
{
    for (uint32_t k = 0; k < s->candidates->codes; k++)
        for (uint32_t l = 0; l < s->with->codes.data[k].locations.size; l++) {
            const struct location *at = &s->with->codes.data[k].locations.data[l];
            if (at->flags & LOC_ERROR && at->check == check && !is_false(s, k, l))
                return true;
        }
    return false;
}

static bool all_open(const struct sifter *s)
{
    vector_each(const struct check *, c, &s->with->checks)
        if (c->kind == CHECK_PAIR || (c->kind == CHECK_ERROR && !is_open(s, c->id)))
            return false;
    return true;
}

static bool is_over(const struct sifter *s) { return s->hopeless || budget_spent(s->budget); }

static void drop(struct sifter *s, const struct side *at, const bool *gone)
{
    expr_list *list = known(s, at->code, at->location);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->size; i++)
        if (!gone[i])
            list->data[kept++] = list->data[i];
    s->dropped[at->code][at->location] += list->size - kept;
    s->changed |= kept != list->size;
    bool less = kept != list->size;
    list->size = kept;
    unsigned flags = s->with->codes.data[at->code].locations.data[at->location].flags;
    s->hopeless |= less && (flags & LOC_UNSUPPORTED || (flags & LOC_ERROR && all_open(s)));
}

static void note_written(void *context, expr e)
{
    const struct action **a = context;
    for (uint32_t i = 0; *a && i < (*a)->update_count && (e->op == E_CELL || e->op == E_READ); i++)
        if ((*a)->updates[i].cell == e->value)
            *a = NULL;
}

/* changes: NULL, or the only action that others' cells might change by */
static bool is_touched(expr e, const struct action *changes)
{
    const struct action *a = changes;
    expr_visit(e, note_written, &a);
    return !a;
}

struct questions { /* about the candidates of a location, after a step */
    const expr_list *list;
    term *bits;
    bool *asked, *gone;
};

/* Gives up those of the candidates from here to there that need not hold. Where the solver has no answer, fewer are asked about. */
static void ask(struct sifter *s, const struct questions *q, uint32_t from, uint32_t to)
{
    enum smt_answer answer = SMT_SAT;
    uint32_t asked = 1;
    while (answer == SMT_SAT && asked && !budget_spent(s->budget)) {
        term all = smt_true(s->smt);
        asked = 0;
        for (uint32_t i = from; i < to; i++)
            if (q->asked[i] && !q->gone[i]) {
                all = smt_and(s->smt, all, smt_formula(s->smt, q->bits[i]));
                asked++;
            }
        if (!asked)
            return;
        smt_push(s->smt);
        smt_assert(s->smt, smt_not(s->smt, all));
        answer = smt_check(s->smt);
        if (answer == SMT_UNKNOWN)
            answer = smt_check_afresh(s->smt, smt_limit_within(PATIENCE_GUESS_QUESTION, s->budget));
        s->questions++;
        bool any = false;
        for (uint32_t i = from; i < to && answer == SMT_SAT; i++)
            if (q->asked[i] && !q->gone[i] && !smt_model(s->smt, q->bits[i]))
                q->gone[i] = any = true;
        if (answer == SMT_SAT && !any) /* nobody knows which */
            answer = SMT_UNKNOWN;
        smt_pop(s->smt);
    }
    if (answer != SMT_UNKNOWN)
        return;
    if (s->splits && asked > 1) {
        s->together = asked / 2 > LEAST_TOGETHER ? asked / 2 : LEAST_TOGETHER;
        ask(s, q, from, from + (to - from) / 2);
        ask(s, q, from + (to - from) / 2, to);
    } else {
        for (uint32_t i = from; i < to; i++)
            q->gone[i] |= q->asked[i];
    }
}

/* What is known before the step and nothing of what it speaks of changes. */
static bool is_kept(expr e, const struct action *a, const expr_list *before)
{
    vector_each(const expr *, known, before)
        if (*known == e)
            return !is_touched(e, a);
    return false;
}

/* before: NULL, or what is known where the thread itself comes from */
static void check(struct sifter *s, const struct side *after, const struct action *changes, const expr_list *before)
{
    expr_list *list = known(s, after->code, after->location);
    struct questions q = {list, NEW_ARRAY(term, list->size + 1), NEW_ARRAY(bool, list->size + 1), NEW_ARRAY(bool, list->size + 1)};
    for (uint32_t i = 0; i < list->size; i++) {
        q.asked[i] = before ? !is_kept(list->data[i], changes, before) : is_touched(list->data[i], changes);
        if (q.asked[i])
            q.bits[i] = smt_term(s->smt, &after->scope, list->data[i]);
    }
    for (uint32_t from = 0, to; from < list->size; from = to) {
        uint32_t asked = 0;
        for (to = from; to < list->size && asked < s->together; to++)
            asked += q.asked[to];
        ask(s, &q, from, to);
    }
    drop(s, after, q.gone);
    mem_free(q.bits);
    mem_free(q.gone);
    mem_free(q.asked);
}

/* Of an array with given values nothing is said about what is outside, where a check of the proof knows nothing, either. */
static void assume_first_values(struct sifter *s, const struct smt_scope *scope, const struct cell *c)
{
    struct exprs *x = s->with->exprs;
    if (!cell_is_array(c) || !c->inits || c->arbitrary) {
        smt_assert(s->smt, smt_initial(s->smt, scope->shared, c->id));
        return;
    }
    const struct cell_range *r = &c->ranges[0];
    for (uint64_t i = 0; r->per_instance == NONE && r->count <= MOST_FIRST_VALUES && i < r->count; i++) {
        expr slot = program_cell_expr(s->with, c->id, expr_const(x, c->index_width, r->first + i * r->stride));
        smt_assert(s->smt, smt_holds(s->smt, scope, expr_eq(x, slot, expr_const(x, c->width, c->inits[i]))));
    }
}

static void sift_entry(struct sifter *s, uint32_t code)
{
    struct smt_state *shared = smt_state_new(s->smt, "s");
    struct side at = {code,
                      s->with->codes.data[code].entry,
                      {.shared = shared, .own = shared, .self = smt_constant(s->smt, SELF_WIDTH, "self.a")}};
    smt_push(s->smt);
    for (uint32_t c = 0; c < s->with->cells.size; c++)
        if (!s->with->cells.data[c].dropped)
            assume_first_values(s, &at.scope, &s->with->cells.data[c]);
    assume_id(s, &at);
    check(s, &at, NULL, NULL);
    smt_pop(s->smt);
    smt_state_free(shared);
}

/* The step e of a thread of the code; other: NONE, or the code of another thread, at this location. */
static void sift_step(struct sifter *s, uint32_t code, const struct edge *e, uint32_t other, uint32_t location)
{
    struct smt *z = s->smt;
    struct smt_state *shared = smt_state_new(z, "s"), *own = smt_state_new(z, "a"), *others = smt_state_new(z, "b");
    struct side mover = {
        code, e->from, {.shared = shared, .own = own, .self = smt_constant(z, SELF_WIDTH, "self.a"), .inputs = "i"}};
    struct side witness = {
        other, location, {.shared = shared, .own = others, .self = smt_constant(z, SELF_WIDTH, "self.b"), .inputs = "j"}};
    smt_push(z);
    vector_each(const struct share *, one, &s->shares->list)
        shared->cells[one->cell] = smt_term(z, &mover.scope, share_sum(s->shares, one));
    assume_id(s, &mover);
    assume(s, &mover);
    assume_for_slots(s, &mover, &e->action);
    if (other != NONE) {
        assume_id(s, &witness);
        assume(s, &witness);
        smt_assert(z, smt_not(z, smt_equal(z, mover.scope.self, witness.scope.self)));
    }
    smt_assert(z, smt_holds(z, &mover.scope, e->action.guard));
    smt_apply(z, &mover.scope, &e->action);
    mover.location = e->to;
    check(s, other == NONE ? &mover : &witness, &e->action, other == NONE ? known(s, code, e->from) : NULL);
    smt_pop(z);
    smt_state_free(shared);
    smt_state_free(own);
    smt_state_free(others);
}

static bool writes_shared(const struct sifter *s, const struct action *a)
{
    for (uint32_t i = 0; i < a->update_count; i++)
        if (cell_is_shared(&s->with->cells.data[a->updates[i].cell]))
            return true;
    return false;
}

/* Whether what the question relies on is what it was when it was asked. */
static bool is_answered(struct sifter *s, uint32_t code, uint32_t edge, uint32_t other, uint32_t location)
{
    uint64_t key = hash_pair((uint64_t)code << 32 | edge, (uint64_t)other << 32 | location), before;
    uint64_t now =
        s->dropped[code][s->with->codes.data[code].edges.data[edge].from] + (other == NONE ? 0 : s->dropped[other][location]);
    if (map_get(&s->answered, key, &before) && before == now)
        return true;
    map_put(&s->answered, key, now);
    return false;
}

static void sift_others(struct sifter *s, uint32_t code, uint32_t edge)
{
    const struct edge *e = &s->with->codes.data[code].edges.data[edge];
    for (uint32_t k = 0; k < s->candidates->codes; k++) {
        const struct code *c = &s->with->codes.data[k];
        if (k == code && c->instances == 1)
            continue;
        for (uint32_t l = 0; l < c->locations.size && !is_over(s); l++)
            if (!(c->locations.data[l].flags & LOC_ATOMIC) && known(s, k, l)->size && !is_false(s, k, l) &&
                !is_answered(s, code, edge, k, l))
                sift_step(s, code, e, k, l);
    }
}

/* After a step that ends the program there is nothing that has to hold, unless it is an error. */
static bool goes_on(const struct sifter *s, uint32_t code, const struct edge *e)
{
    unsigned flags = s->with->codes.data[code].locations.data[e->to].flags;
    return e->action.kind != ACT_HALT || flags & (LOC_ERROR | LOC_UNSUPPORTED);
}

static void sift_all(struct sifter *s)
{
    for (uint32_t k = 0; k < s->candidates->codes; k++)
        for (uint32_t i = 0; i < s->with->codes.data[k].edges.size; i++) {
            const struct edge *e = &s->with->codes.data[k].edges.data[i];
            if (is_false(s, k, e->from) || !goes_on(s, k, e) || is_over(s))
                continue;
            if (!is_answered(s, k, i, NONE, NONE))
                sift_step(s, k, e, NONE, NONE);
            if (writes_shared(s, &e->action))
                sift_others(s, k, i);
        }
}

bool candidates_sift(struct candidates *c, const struct shares *shares, const struct any_slot *any, const struct program *with,
                     const struct budget *budget, struct statistics *statistics)
{
    assert(c->codes <= with->codes.size && shares->program->template_count <= c->codes);
    struct sifter s = {.candidates = c,
                       .shares = shares,
                       .any = any,
                       .with = with,
                       .budget = budget,
                       .smt = smt_new(with),
                       .splits = any->index || program_has_unbounded(with),
                       .together = MOST_TOGETHER,
                       .dropped = NEW_ARRAY(uint32_t *, c->codes + 1)};
    smt_set_limit(s.smt, smt_limit_within(any->index ? PATIENCE_GUESS_SLOTS : PATIENCE_GUESS_TRY, NULL));
    for (uint32_t k = 0; k < c->codes; k++)
        s.dropped[k] = NEW_ARRAY(uint32_t, with->codes.data[k].locations.size + 1);
    for (uint32_t k = 0; k < c->codes; k++)
        sift_entry(&s, k);
    do {
        s.changed = false;
        sift_all(&s);
    } while (s.changed && !is_over(&s));
    if (statistics)
        statistics->guess_questions += s.questions;
    smt_free(s.smt);
    for (uint32_t k = 0; k < c->codes; k++)
        mem_free(s.dropped[k]);
    mem_free(s.dropped);
    map_free(&s.answered);
    return s.hopeless || (!s.changed && !budget_spent(budget));
}
