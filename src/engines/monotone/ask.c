#include "engines/monotone/ask.h"

typedef VECTOR(int) int_vector;

/* --- circuits --- */

/* Reads of one array at equal indices are equal. */
static word read_word(struct ask *a, expr e, word index)
{
    struct ask_read r = {(uint32_t)e->value, e->width, e->arg[0]->width, index, word_input(&a->blaster, e->width)};
    vector_each(const struct ask_read *, x, &a->reads)
        if (x->cell == r.cell && x->width == r.width && x->index_width == r.index_width) {
            lit same = word_equal(&a->blaster, x->index, r.index, r.index_width);
            lit equal = word_equal(&a->blaster, x->value, r.value, r.width);
            sat_add1(a->sat, sat_lit(a->sat, circuit_implies(a->circuit, same, equal)));
        }
    vector_push(&a->reads, r);
    return r.value;
}

static word leaf_word(void *context, expr e, word index)
{
    struct ask *a = context;
    return e->op == E_READ ? read_word(a, e, index) : word_input(&a->blaster, e->width);
}

void ask_init(struct ask *a, struct monotone_model *m, const struct budget *budget)
{
    *a = (struct ask){.model = m, .budget = budget, .circuit = circuit_new()};
    a->blaster = (struct blaster){a->circuit, &a->words};
    a->evaluation = (struct evaluation){.blaster = &a->blaster, .leaf = leaf_word, .context = a};
    evaluation_next(&a->evaluation);
    a->sat = sat_new(a->circuit, budget);
}

void ask_free(struct ask *a)
{
    sat_free(a->sat);
    evaluation_free(&a->evaluation);
    circuit_free(a->circuit);
    arena_release(&a->words);
    vector_free(&a->reads);
    map_free(&a->mentions);
    vector_each(struct bitset *, s, &a->mention_sets)
        bitset_free(s);
    vector_free(&a->mention_sets);
    intern_free(&a->questions);
    vector_free(&a->answers);
    vector_free(&a->rows);
    map_free(&a->known);
    map_free(&a->simplified);
    vector_free(&a->facts);
}

/* --- facts --- */

void ask_begin(struct ask *a, uint32_t self, uint32_t other)
{
    assert((self == NONE || self < a->model->program->template_count) &&
           (other == NONE || other < a->model->program->template_count));
    map_clear(&a->known);
    map_clear(&a->simplified);
    vector_clear(&a->facts);
    a->self = self;
    a->other = other;
}

void ask_fact(struct ask *a, expr e, uint64_t value)
{
    assert(e->width == 64 || value >> e->width == 0);
    if (expr_is_const(e))
        return;
    vector_push(&a->facts, (struct fact){e, value});
    map_put(&a->known, e->id, value);
    if (e->op == E_NOT)
        map_put(&a->known, e->arg[0]->id, ~value & width_mask(e->width));
    if (e->op == E_EQ && value) /* x == 3 */
        for (unsigned i = 0; i < 2; i++)
            if (expr_is_const(e->arg[i]) && !expr_is_const(e->arg[1 - i]))
                map_put(&a->known, e->arg[1 - i]->id, e->arg[i]->value);
    map_clear(&a->simplified);
}

static expr rebuild(struct ask *a, expr e)
{
    struct exprs *pool = a->model->pool;
    if (e->op == E_ITE) {
        expr c = ask_simplify(a, e->arg[0]);
        if (expr_is_const(c))
            return ask_simplify(a, e->arg[c->value ? 1 : 2]);
        return expr_ite(pool, c, ask_simplify(a, e->arg[1]), ask_simplify(a, e->arg[2]));
    }
    expr x = ask_simplify(a, e->arg[0]);
    if ((e->op == E_AND || e->op == E_OR) && e->width == 1 && expr_is_value(x, e->op == E_OR))
        return x;
    expr y = e->arity > 1 ? ask_simplify(a, e->arg[1]) : NULL;
    if (x == e->arg[0] && (e->arity < 2 || y == e->arg[1]))
        return e;
    return e->op == E_AT ? e : expr_with(pool, e, (expr[]){x, y, NULL});
}

expr ask_simplify(struct ask *a, expr e)
{
    if (expr_is_const(e))
        return e;
    uint64_t v;
    if (map_get(&a->known, e->id, &v))
        return expr_const(a->model->pool, e->width, v);
    if (!e->arity)
        return e;
    if (map_get(&a->simplified, e->id, &v))
        return (expr)(uintptr_t)v;
    expr r = rebuild(a, e);
    if (r != e && !expr_is_const(r) && map_get(&a->known, r->id, &v))
        r = expr_const(a->model->pool, r->width, v);
    map_put(&a->simplified, e->id, map_pointer_key(r));
    return r;
}

/* --- what an expression mentions: cells, and beyond them the two ids and the inputs --- */

struct collect {
    struct ask *a;
    struct bitset *set;
};

static void collect_mention(void *context, expr e)
{
    struct collect *c = context;
    uint32_t cells = c->a->model->program->cells.size;
    if (e->op == E_CELL || e->op == E_READ)
        bitset_add(c->set, (uint32_t)e->value);
    else if (e->op == E_SELF)
        bitset_add(c->set, cells);
    else if (e->op == E_INPUT)
        bitset_add(c->set, cells + 1 + (uint32_t)e->value);
}

static const struct bitset *mentions_of(struct ask *a, expr e)
{
    uint64_t at;
    if (!map_get(&a->mentions, e->id, &at)) {
        struct bitset set = {0};
        struct collect c = {a, &set};
        expr_visit(e, collect_mention, &c);
        vector_push(&a->mention_sets, set);
        at = a->mention_sets.size - 1;
        map_put(&a->mentions, e->id, at);
    }
    return &a->mention_sets.data[at];
}

/* --- the solver --- */

static int equals(struct ask *a, expr e, uint64_t value)
{
    word w = evaluation_word(&a->evaluation, e);
    return sat_lit(a->sat, word_equal(&a->blaster, w, word_const(&a->blaster, e->width, value), e->width));
}

static void assume(struct ask *a, expr e, uint64_t value, int_vector *out) { vector_push(out, equals(a, e, value)); }

/* That an id is one of the template's. */
static void assume_id(struct ask *a, expr id, uint32_t code, int_vector *out)
{
    struct exprs *pool = a->model->pool;
    if (code == NONE)
        return;
    const struct code *c = &a->model->program->codes.data[code];
    uint64_t last = c->instances == UNBOUNDED ? UINT32_MAX : c->first_id + (uint64_t)c->instances - 1;
    assume(a, expr_binary(pool, E_ULE, expr_const(pool, SELF_WIDTH, c->first_id), id), 1, out);
    assume(a, expr_binary(pool, E_ULE, id, expr_const(pool, SELF_WIDTH, last)), 1, out);
}

struct question {
    VECTOR(expr) conditions, wanted; /* simplified, no constants */
    u32_vector facts;
    bool self, other;
};

static void question_free(struct question *q)
{
    vector_free(&q->conditions);
    vector_free(&q->wanted);
    vector_free(&q->facts);
}

/* The facts that share something with the question, directly or through other facts. */
static void choose_facts(struct ask *a, struct question *q)
{
    struct bitset reached = {0};
    vector_each(const expr *, e, &q->conditions)
        bitset_unite(&reached, mentions_of(a, *e));
    vector_each(const expr *, e, &q->wanted)
        bitset_unite(&reached, mentions_of(a, *e));
    bool *taken = NEW_ARRAY(bool, a->facts.size + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < a->facts.size; i++) {
            const struct bitset *m = mentions_of(a, a->facts.data[i].e);
            if (!taken[i] && bitset_meets(m, &reached)) {
                bitset_unite(&reached, mentions_of(a, a->facts.data[i].e));
                taken[i] = changed = true;
            }
        }
    }
    for (uint32_t i = 0; i < a->facts.size; i++)
        if (taken[i])
            vector_push(&q->facts, i);
    uint32_t cells = a->model->program->cells.size;
    q->self = bitset_has(&reached, cells);
    q->other = bitset_has(&reached, cells + 1 + (uint32_t)a->model->other_self->value);
    mem_free(taken);
    bitset_free(&reached);
}

static uint32_t question_id(struct ask *a, const struct question *q, bool *is_new)
{
    VECTOR(uint64_t) key = {0};
    vector_push(&key, (uint64_t)q->conditions.size << 32 | q->wanted.size);
    vector_push(&key, (uint64_t)(q->self ? a->self : NONE) << 32 | (q->other ? a->other : NONE));
    vector_each(const expr *, e, &q->conditions)
        vector_push(&key, (*e)->id);
    vector_each(const expr *, e, &q->wanted)
        vector_push(&key, (*e)->id);
    vector_each(const uint32_t *, i, &q->facts) {
        vector_push(&key, a->facts.data[*i].e->id);
        vector_push(&key, a->facts.data[*i].value);
    }
    uint32_t id = intern_add(&a->questions, key.data, key.size * sizeof *key.data, is_new);
    vector_free(&key);
    return id;
}

static void assumptions_of(struct ask *a, const struct question *q, int_vector *out)
{
    if (q->self)
        assume_id(a, expr_self(a->model->pool), a->self, out);
    if (q->other)
        assume_id(a, a->model->other_self, a->other, out);
    if (q->self && q->other)
        assume(a, expr_eq(a->model->pool, expr_self(a->model->pool), a->model->other_self), 0, out);
    vector_each(const uint32_t *, i, &q->facts)
        assume(a, a->facts.data[*i].e, a->facts.data[*i].value, out);
    vector_each(const expr *, e, &q->conditions)
        assume(a, *e, 1, out);
}

static uint64_t word_in_model(struct ask *a, expr e)
{
    word w = evaluation_word(&a->evaluation, e);
    uint64_t value = 0;
    for (unsigned i = 0; i < e->width; i++)
        value |= (uint64_t)sat_holds(a->sat, w[i]) << i;
    return value;
}

/* Notes the row of the model, and excludes it as long as `on` holds. */
static void take_row(struct ask *a, const struct question *q, int on)
{
    int_vector block = {0};
    uint32_t first = a->rows.size;
    vector_each(const expr *, e, &q->wanted)
        vector_push(&a->rows, word_in_model(a, *e));
    vector_push(&block, -on);
    for (uint32_t i = 0; i < q->wanted.size; i++)
        vector_push(&block, -equals(a, q->wanted.data[i], a->rows.data[first + i]));
    sat_clause(a->sat, block.data, block.size);
    vector_free(&block);
}

/* All rows of values of q->wanted, appended to a->rows. */
static bool solve(struct ask *a, const struct question *q, uint32_t most, uint32_t *rows)
{
    int_vector assumptions = {0};
    int on = sat_var(a->sat);
    assumptions_of(a, q, &assumptions);
    vector_each(const expr *, e, &q->wanted)
        for (unsigned i = 0; i < (*e)->width; i++)
            sat_lit(a->sat, evaluation_word(&a->evaluation, *e)[i]);
    bool complete = false;
    for (*rows = 0; *rows <= most; ++*rows) {
        a->statistics.by_solver++;
        vector_each(const int *, x, &assumptions)
            sat_assume(a->sat, *x);
        sat_assume(a->sat, on);
        enum sat_answer answer = sat_solve(a->sat);
        complete = answer == SAT_NO;
        if (answer != SAT_YES || *rows == most)
            break;
        take_row(a, q, on);
        if (!q->wanted.size) {
            ++*rows;
            complete = true;
            break;
        }
    }
    sat_add1(a->sat, -on);
    vector_free(&assumptions);
    return complete;
}

/* The answer to the question with this number; asks it if it is new. */
static uint32_t answer_of(struct ask *a, const struct question *q, uint32_t most)
{
    bool is_new;
    uint32_t id = question_id(a, q, &is_new);
    a->statistics.remembered += !is_new;
    if (is_new) {
        uint32_t first = a->rows.size, rows;
        bool complete = solve(a, q, most, &rows);
        vector_resize(&a->answers, id + 1);
        a->answers.data[id] = (struct answer_rows){first, rows, complete};
    }
    return id;
}

bool ask_possible(struct ask *a, const expr *conditions, uint32_t count)
{
    values rows = {0};
    expr yes = expr_bool(a->model->pool, true);
    bool known = ask_values(a, (struct expr_span){conditions, count}, (struct expr_span){&yes, 1}, 2, &rows);
    bool possible = !known || rows.size;
    vector_free(&rows);
    return possible;
}

bool ask_values(struct ask *a, struct expr_span conditions, struct expr_span wanted, uint32_t most, values *out)
{
    assert(wanted.size && most);
    uint32_t count = wanted.size;
    struct question q = {0};
    bool possible = true;
    a->statistics.questions++;
    for (uint32_t i = 0; i < conditions.size && possible; i++) {
        expr e = ask_simplify(a, conditions.data[i]);
        possible = !expr_is_false(e);
        if (!expr_is_const(e))
            vector_push(&q.conditions, e);
    }
    expr *simple = NEW_ARRAY(expr, count + 1);
    for (uint32_t i = 0; i < count && possible; i++) {
        simple[i] = ask_simplify(a, wanted.data[i]);
        if (!expr_is_const(simple[i]))
            vector_push(&q.wanted, simple[i]);
    }
    uint32_t rows = possible, first = 0;
    bool complete = true;
    if (possible && (q.conditions.size || q.wanted.size)) {
        choose_facts(a, &q);
        uint32_t id = answer_of(a, &q, most);
        rows = a->answers.data[id].rows;
        first = a->answers.data[id].first;
        complete = a->answers.data[id].complete;
    }
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t i = 0, k = 0; i < count; i++)
            vector_push(out, expr_is_const(simple[i]) ? simple[i]->value : a->rows.data[first + r * q.wanted.size + k++]);
    mem_free(simple);
    question_free(&q);
    return complete;
}
