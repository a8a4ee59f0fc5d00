#include "engines/horn/roles.h"

#include "engines/horn/slice.h"
#include "program/substitute.h"
#include "program/terms.h"

enum { LOCATION_WIDTH = 16, MOST_INITS = 64, MOST_CONJUNCTS = 40 };

static uint32_t cells(const struct encoding *n) { return n->program->cells.size; }
uint32_t role_self(const struct encoding *n, unsigned role) { return ROLES * cells(n) + role; }
uint32_t role_location(const struct encoding *n, unsigned role) { return ROLES * cells(n) + ROLES + role; }

static const struct code *code_of(const struct encoding *n, uint32_t k) { return &n->program->codes.data[k]; }
static struct exprs *pool(const struct encoding *n) { return n->program->exprs; }

bool is_followed(const struct encoding *n, const struct cell *c)
{
    if (c->dropped || (cell_is_array(c) && !n->arrays) || c->id == n->base || (n->slice && !slice_follows(n->slice, c->id)))
        return false;
    return cell_is_shared(c) || c->owner < n->program->template_count;
}

/* Those of instances are not listed one by one. */
bool has_few_inits(const struct cell *c)
{
    return c->inits && (!cell_is_array(c) || (c->ranges[0].count <= MOST_INITS && c->ranges[0].per_instance == NONE));
}

/* --- variables --- */

struct votes {
    const struct encoding *n;
    int *signed_uses; /* by cell */
};

static void vote(const struct votes *v, expr e, int by)
{
    if (e->op == E_CELL || e->op == E_READ)
        v->signed_uses[e->value] += by;
}

static void count_votes(void *context, expr e)
{
    const struct votes *v = context;
    bool is_signed = e->op == E_SLT || e->op == E_SLE || e->op == E_SDIV || e->op == E_SREM || e->op == E_SEXT || e->op == E_ASHR;
    bool is_unsigned = e->op == E_ULT || e->op == E_ULE || e->op == E_UDIV || e->op == E_UREM || e->op == E_ZEXT || e->op == E_LSHR;
    for (unsigned i = 0; i < e->arity && (is_signed || is_unsigned); i++)
        vote(v, e->arg[i], is_signed ? 1 : -1);
}

static void count_all_votes(const struct encoding *n, int *signed_uses)
{
    struct votes v = {n, signed_uses};
    for (uint32_t k = 0; k < n->program->template_count; k++)
        vector_each(const struct edge *, e, &code_of(n, k)->edges) {
            expr_visit(e->action.guard, count_votes, &v);
            for (uint32_t i = 0; i < e->action.update_count; i++)
                expr_visit(e->action.updates[i].value, count_votes, &v);
        }
}

static bool is_counted(const struct encoding *n, uint32_t cell)
{
    vector_each(const struct horn_count *const *, c, &n->counted)
        if ((*c)->plus == cell || (*c)->minus == cell)
            return true;
    return false;
}

/* A difference if numbers are relative to what is taken away, or beside it, a single number if it is said as it is; in a slice, and where one
 * is relied on, those that are part of it. */
static void choose_counts(struct encoding *n)
{
    const struct slice *slice = n->lemma ? n->lemma->slice : n->slice;
    for (uint32_t i = 0; is_pairwise(n) && n->counts && i < n->counts->size; i++) {
        const struct horn_count *c = &n->counts->data[i];
        bool relative = n->base != NONE && bitset_has(&n->relative.cells, c->plus);
        if (slice && !slice_follows(slice, c->plus))
            continue;
        bool beside = n->base == NONE && slice && c->minus == slice->relative.base;
        if (c->minus == NONE ? n->base == NONE : beside || (relative && c->minus == n->base))
            vector_push(&n->counted, c);
    }
}

void roles_make_variables(struct encoding *n)
{
    n->relative.base = NONE;
    if (n->base != NONE)
        relative_make(&n->relative, n->program, n->base, ROLES * cells(n));
    choose_counts(n);
    int *signed_uses = NEW_ARRAY(int, cells(n) + 1);
    count_all_votes(n, signed_uses);
    vector_resize(&n->horn.variables, ROLES * cells(n) + 2 * ROLES);
    for (unsigned role = 0; role < ROLES; role++) {
        n->cells[role] = NEW_ARRAY(uint32_t, cells(n) + 1);
        vector_each(const struct cell *, c, &n->program->cells) {
            uint32_t v = cell_is_shared(c) ? c->id : role * cells(n) + c->id;
            bool filled = !c->arbitrary && (!c->inits || has_few_inits(c));
            bool is_unsigned = signed_uses[c->id] < 0 || (signed_uses[c->id] == 0 && !c->is_signed && !cell_is_array(c)) ||
                               is_counted(n, c->id) || bitset_has(&n->relative.cells, c->id);
            n->cells[role][c->id] = v;
            if (is_followed(n, c))
                n->horn.variables.data[v] = (struct horn_variable){c->width, c->index_width, is_unsigned, filled, c->init};
        }
        n->horn.variables.data[role_self(n, role)] = (struct horn_variable){.width = SELF_WIDTH, .is_unsigned = true};
        n->horn.variables.data[role_location(n, role)] = (struct horn_variable){.width = LOCATION_WIDTH, .is_unsigned = true};
    }
    mem_free(signed_uses);
}

/* --- relations --- */

static void add_instance(const struct encoding *n, uint32_t code, unsigned role, u32_vector *to)
{
    vector_each(const struct cell *, c, &n->program->cells)
        if (is_followed(n, c) && c->owner == code)
            vector_push(to, n->cells[role][c->id]);
    vector_push(to, role_self(n, role));
    if (!n->located)
        vector_push(to, role_location(n, role));
}

static void add_shared(const struct encoding *n, u32_vector *to)
{
    vector_each(const struct cell *, c, &n->program->cells)
        if (is_followed(n, c) && cell_is_shared(c))
            vector_push(to, c->id);
}

bool are_enough(const struct encoding *n, uint32_t a, uint32_t b) { return a != b || code_of(n, a)->instances > 1; }

static void add_relation(struct encoding *n, uint32_t first, uint32_t second)
{
    struct horn_relation r = {0};
    add_shared(n, &r.arguments);
    add_instance(n, first, 0, &r.arguments);
    if (second != NONE)
        add_instance(n, second, 1, &r.arguments);
    vector_push(&n->horn.relations, r);
}

bool must_not_be_reached(const struct encoding *n, uint32_t code, uint32_t location)
{
    assert(code < n->program->template_count && location < code_of(n, code)->locations.size);
    const struct location *at = &code_of(n, code)->locations.data[location];
    return at->flags & LOC_UNSUPPORTED || (at->flags & LOC_ERROR && n->asked[at->check]);
}

bool is_noticed(const struct encoding *n, const struct action *a)
{
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct cell *c = &n->program->cells.data[a->updates[i].cell];
        if (c->id == n->base || (cell_is_shared(c) && is_followed(n, c)))
            return true;
    }
    return false;
}

/* Whether nobody cares what such an instance does. */
static bool is_silent(const struct encoding *n, uint32_t code)
{
    for (uint32_t l = 0; l < code_of(n, code)->locations.size; l++)
        if (must_not_be_reached(n, code, l))
            return false;
    vector_each(const struct edge *, e, &code_of(n, code)->edges)
        if (is_noticed(n, &e->action))
            return false;
    return true;
}

static void make_single_relations(struct encoding *n)
{
    for (uint32_t k = 0; k < n->program->template_count; k++) {
        bool silent = is_silent(n, k);
        vector_push(&n->relation, silent ? NONE : n->horn.relations.size);
        for (uint32_t l = 0; !silent && l < (n->located ? code_of(n, k)->locations.size : 1); l++)
            add_relation(n, k, NONE);
    }
}

void roles_make_relations(struct encoding *n)
{
    uint32_t count = n->program->template_count;
    if (n->level == 1)
        make_single_relations(n);
    for (uint32_t a = 0; n->level == 2 && a < count; a++)
        for (uint32_t b = 0; b < count; b++) {
            bool any = a <= b && are_enough(n, a, b);
            vector_push(&n->relation, any ? n->horn.relations.size : NONE);
            if (any)
                add_relation(n, a, b);
        }
}

/* Where nothing goes on, nothing need be said. */
uint32_t relation_of_one(const struct encoding *n, uint32_t code, uint32_t location)
{
    const struct code *c = code_of(n, code);
    if (n->relation.data[code] == NONE || !n->located)
        return n->relation.data[code];
    bool ends = out_begin(c, location) == out_end(c, location) && !must_not_be_reached(n, code, location);
    return ends ? NONE : n->relation.data[code] + location;
}

/* --- clauses --- */

static const uint32_t *kept(struct encoding *n, u32_vector *list)
{
    uint32_t *copy = ARENA_ARRAY(&n->arena, uint32_t, list->size + 1);
    memcpy(copy, list->data, list->size * sizeof *copy);
    vector_free(list);
    return copy;
}

struct horn_use use_of_one(struct encoding *n, struct actor a, uint32_t location)
{
    assert(n->level == 1 && a.role < ROLES && relation_of_one(n, a.code, location) != NONE);
    u32_vector list = {0};
    add_shared(n, &list);
    add_instance(n, a.code, a.role, &list);
    return (struct horn_use){relation_of_one(n, a.code, location), kept(n, &list)};
}

/* In the order of templates; as said, if they are of one. */
struct horn_use use_of_two(struct encoding *n, struct actor a, struct actor b)
{
    assert(n->level == 2 && a.role != b.role && are_enough(n, a.code, b.code));
    if (a.code > b.code)
        return use_of_two(n, b, a);
    u32_vector list = {0};
    add_shared(n, &list);
    add_instance(n, a.code, a.role, &list);
    add_instance(n, b.code, b.role, &list);
    return (struct horn_use){n->relation.data[a.code * n->program->template_count + b.code], kept(n, &list)};
}

void assume_two(struct encoding *n, struct horn_clause *c, struct actor a, struct actor b)
{
    assert(c->use_count + 2 <= HORN_MOST_USES);
    c->uses[c->use_count++] = use_of_two(n, a, b);
    if (a.code == b.code)
        c->uses[c->use_count++] = use_of_two(n, b, a);
}

static expr variable(const struct encoding *n, uint32_t v) { return expr_cell(pool(n), n->horn.variables.data[v].width, v); }

uint32_t name_of_location(const struct encoding *n, uint32_t code, uint32_t location)
{
    return n->slice ? n->slice->class[code][location] : location;
}

expr is_at(const struct encoding *n, struct actor a, uint32_t location)
{
    if (n->located)
        return expr_bool(pool(n), true);
    expr name = expr_const(pool(n), LOCATION_WIDTH, name_of_location(n, a.code, location));
    return expr_eq(pool(n), variable(n, role_location(n, a.role)), name);
}

/* That somebody's id is one of the template's. */
expr actor_exists(const struct encoding *n, struct actor a)
{
    const struct code *c = code_of(n, a.code);
    expr self = variable(n, role_self(n, a.role));
    return expr_and(pool(n), expr_binary(pool(n), E_ULE, expr_const(pool(n), SELF_WIDTH, c->first_id), self),
                    expr_binary(pool(n), E_ULE, self, expr_const(pool(n), SELF_WIDTH, program_last_id(n->program, a.code))));
}

expr are_different(const struct encoding *n, struct actor a, struct actor b)
{
    if (a.code != b.code)
        return expr_bool(pool(n), true);
    return expr_ne(pool(n), variable(n, role_self(n, a.role)), variable(n, role_self(n, b.role)));
}

/* An expression of the program, said by an instance. */
expr said(const struct encoding *n, unsigned role, expr e)
{
    assert(role < ROLES);
    struct renaming r = {.exprs = pool(n), .cell = n->cells[role], .count = cells(n), .self = variable(n, role_self(n, role))};
    return relative_said(&n->relative, n->program, expr_rename(&r, e));
}

/* What is known of numbers as they are is of no use where they are relative. */
static void known_at(const struct encoding *n, uint32_t code, uint32_t location, expr_vector *parts)
{
    expr_vector all = {0};
    if (!n->slice)
        conjuncts_of(n->known[code][location], &all);
    vector_each(const expr *, e, &all)
        if (n->base == NONE || !expr_mentions_cell(said(n, 0, *e), n->base))
            vector_push(parts, *e);
    vector_free(&all);
}

expr given_at(const struct encoding *n, struct actor a, uint32_t location)
{
    assert(location < code_of(n, a.code)->locations.size);
    expr_vector parts = {0};
    expr all = expr_bool(pool(n), true);
    known_at(n, a.code, location, &parts);
    vector_each(const expr *, e, &parts)
        all = expr_and(pool(n), all, said(n, a.role, *e));
    vector_free(&parts);
    return all;
}

/* That one of the locations is where it is, of which the conjunct is known. */
static expr is_known_here(const struct encoding *n, struct actor a, expr conjunct)
{
    assert(a.role < ROLES);
    expr here = expr_bool(pool(n), false);
    for (uint32_t l = 0; l < code_of(n, a.code)->locations.size; l++) {
        expr_vector parts = {0};
        known_at(n, a.code, l, &parts);
        if (expr_vector_has(&parts, conjunct))
            here = expr_or(pool(n), here, is_at(n, a, l));
        vector_free(&parts);
    }
    return here;
}

expr given_anywhere(const struct encoding *n, struct actor a)
{
    expr_vector all = {0};
    expr known = expr_bool(pool(n), true);
    for (uint32_t l = 0; l < code_of(n, a.code)->locations.size; l++) {
        expr_vector parts = {0};
        known_at(n, a.code, l, &parts);
        vector_each(const expr *, e, &parts)
            if (all.size < MOST_CONJUNCTS)
                expr_vector_add(&all, *e);
        vector_free(&parts);
    }
    vector_each(const expr *, e, &all)
        known = expr_and(pool(n), known, expr_implies(pool(n), is_known_here(n, a, *e), said(n, a.role, *e)));
    vector_free(&all);
    return known;
}

/* --- what is known of two --- */

struct lemma_words {
    const struct encoding *lemma;
    uint32_t at[2]; /* locations of roles 0 and 1 */
    bool turned;    /* role 0 of the lemma is role 1 of the clause */
};

static expr in_clause(void *context, expr leaf, expr index)
{
    const struct lemma_words *w = context;
    const struct encoding *n = w->lemma;
    uint32_t count = cells(n), v = (uint32_t)leaf->value;
    if (leaf->op != E_CELL && leaf->op != E_READ)
        return NULL;
    for (unsigned role = 0; role < 2; role++) {
        if (v == role_location(n, role))
            return expr_const(pool(n), leaf->width, w->at[role]);
        if (v == role_self(n, role))
            return variable(n, role_self(n, w->turned ? 1 - role : role));
    }
    if (!w->turned || cell_is_shared(&n->program->cells.data[v % count]))
        return NULL;
    v = v < count ? v + count : v - count;
    return leaf->op == E_CELL ? expr_cell(pool(n), leaf->width, v) : expr_read(pool(n), leaf->width, v, index);
}

static expr lemma_once(const struct encoding *l, struct actor a, uint32_t location, struct actor b, uint32_t other_location)
{
    assert(a.code <= b.code && a.role + b.role == 1);
    struct lemma_words w = {l, {name_of_location(l, a.code, location), name_of_location(l, b.code, other_location)}, a.role == 1};
    expr solution = l->horn.relations.data[l->relation.data[a.code * l->program->template_count + b.code]].solution;
    return expr_rewrite(pool(l), solution, in_clause, &w, NULL);
}

expr lemma_of_two(const struct encoding *n, struct actor a, uint32_t location, struct actor b, uint32_t other_location)
{
    if (a.code > b.code)
        return lemma_once(n->lemma, b, other_location, a, location);
    expr e = lemma_once(n->lemma, a, location, b, other_location);
    return a.code == b.code ? expr_and(pool(n), e, lemma_once(n->lemma, b, other_location, a, location)) : e;
}
