/* See sat.h. The clauses of a gate are added with those of all gates below it, without recursion: circuits are deep. */
#include "logic/sat.h"

#include <assert.h>
#include <ccadical.h>
#include <stdlib.h>

struct sat {
    CCaDiCaL *solver;
    const struct circuit *circuit;
    const struct budget *budget;
    VECTOR(int) variable;   /* by gate: its literal, negative where false is to be tried first; 0: none yet */
    VECTOR(bool) preferred; /* by gate, as far as it goes */
    u32_vector stack;
    int variables;
    uint64_t clauses;
    VECTOR(bool) model;    /* by variable: the last one found */
    VECTOR(bool) computed; /* by gate: its value in that model, as far as sat_holds has been asked */
};

static int out_of_budget(void *state)
{
    const struct budget *b = state;
    return budget_spent(b);
}

struct sat *sat_new(const struct circuit *circuit, const struct budget *budget)
{
    struct sat *s = NEW(struct sat);
    s->solver = ccadical_init();
    s->circuit = circuit;
    s->budget = budget;
    if (budget)
        ccadical_set_terminate(s->solver, (void *)(uintptr_t)budget, out_of_budget);
    vector_push(&s->variable, 0);
    s->variable.data[0] = sat_var(s); /* the constant: a variable that is false */
    sat_add1(s, -s->variable.data[0]);
    return s;
}

void sat_free(struct sat *s)
{
    if (!s)
        return;
    ccadical_release(s->solver);
    vector_free(&s->variable);
    vector_free(&s->stack);
    vector_free(&s->preferred);
    vector_free(&s->model);
    vector_free(&s->computed);
    mem_free(s);
}

void sat_prefer(struct sat *s, const bool *values, uint32_t count)
{
    vector_resize(&s->preferred, count);
    memcpy(s->preferred.data, values, count * sizeof *values);
}

int sat_var(struct sat *s) { return ++s->variables; }
uint64_t sat_clauses(const struct sat *s) { return s->clauses; }
uint64_t sat_variables(const struct sat *s) { return (uint64_t)s->variables; }

void sat_clause(struct sat *s, const int *lits, uint32_t count)
{
    assert(lits || !count);
    for (uint32_t i = 0; i < count; i++)
        ccadical_add(s->solver, lits[i]);
    ccadical_add(s->solver, 0);
    s->clauses++;
}

void sat_add1(struct sat *s, int a) { sat_clause(s, (int[]){a}, 1); }
void sat_add2(struct sat *s, int a, int b) { sat_clause(s, (int[]){a, b}, 2); }
void sat_add3(struct sat *s, int a, int b, int c) { sat_clause(s, (int[]){a, b, c}, 3); }

/* --- gates --- */

static int known(const struct sat *s, lit a)
{
    int v = s->variable.data[lit_gate(a)];
    return a & 1 ? -v : v;
}

static void gate_clauses(struct sat *s, const struct gate *g, int x)
{
    int a = known(s, g->a), b = known(s, g->b);
    if (g->kind == GATE_AND) {
        sat_add2(s, -x, a);
        sat_add2(s, -x, b);
        sat_add3(s, x, -a, -b);
    } else if (g->kind == GATE_XOR) {
        sat_add3(s, -x, a, b);
        sat_add3(s, -x, -a, -b);
        sat_add3(s, x, -a, b);
        sat_add3(s, x, a, -b);
    } else if (g->kind == GATE_MUX) {
        int c = known(s, g->c);
        sat_add3(s, -x, -a, b);
        sat_add3(s, -x, a, c);
        sat_add3(s, x, -a, -b);
        sat_add3(s, x, a, -c);
        sat_add3(s, -x, b, c); /* redundant, and helps propagation */
        sat_add3(s, x, -b, -c);
    }
}

int sat_lit(struct sat *s, lit a)
{
    vector_resize(&s->variable, s->circuit->gates.size);
    if (s->variable.data[lit_gate(a)])
        return known(s, a);
    vector_push(&s->stack, lit_gate(a));
    while (s->stack.size) {
        uint32_t i = vector_last(&s->stack);
        const struct gate *g = &s->circuit->gates.data[i];
        if (s->variable.data[i]) {
            (void)vector_pop(&s->stack);
            continue;
        }
        uint32_t before = s->stack.size;
        if (g->kind != GATE_INPUT) {
            lit below[3] = {g->a, g->b, g->kind == GATE_MUX ? g->c : LIT_FALSE};
            for (unsigned k = 0; k < 3; k++)
                if (!s->variable.data[lit_gate(below[k])])
                    vector_push(&s->stack, lit_gate(below[k]));
        }
        if (s->stack.size > before)
            continue;
        s->variable.data[i] = i >= s->preferred.size || s->preferred.data[i] ? sat_var(s) : -sat_var(s);
        gate_clauses(s, g, s->variable.data[i]);
        (void)vector_pop(&s->stack);
    }
    return known(s, a);
}

bool sat_knows(const struct sat *s, lit a) { return lit_gate(a) < s->variable.size && s->variable.data[lit_gate(a)]; }

/* --- solving --- */

void sat_assume(struct sat *s, int a) { ccadical_assume(s->solver, a); }

void sat_limit(struct sat *s, uint32_t conflicts) { ccadical_limit(s->solver, "conflicts", (int)conflicts); }

enum sat_answer sat_solve(struct sat *s)
{
    int answer = ccadical_solve(s->solver);
    if (answer != 10)
        return answer == 20 ? SAT_NO : SAT_UNKNOWN;
    vector_clear(&s->computed);
    vector_resize(&s->model, (uint32_t)s->variables + 1);
    for (int v = 1; v <= s->variables; v++)
        s->model.data[v] = ccadical_val(s->solver, v) > 0;
    return SAT_YES;
}

bool sat_true(const struct sat *s, int a)
{
    assert(a && abs(a) <= s->variables);
    uint32_t v = (uint32_t)(a < 0 ? -a : a);
    return (v < s->model.size && s->model.data[v]) == (a > 0);
}

static bool gate_value(const struct sat *s, const struct gate *g)
{
#define VALUE(l) (s->computed.data[lit_gate(l)] != (bool)((l) & 1))
    switch (g->kind) {
    case GATE_AND: return VALUE(g->a) && VALUE(g->b);
    case GATE_XOR: return VALUE(g->a) != VALUE(g->b);
    case GATE_MUX: return VALUE(g->a) ? VALUE(g->b) : VALUE(g->c);
    default: return false;
    }
#undef VALUE
}

bool sat_holds(struct sat *s, lit a)
{
    /* All gates in order, as far as they are not known: inputs have smaller numbers. */
    uint32_t known = s->computed.size, all = s->circuit->gates.size;
    if (known < all) {
        vector_resize(&s->computed, all);
        vector_resize(&s->variable, all);
        for (uint32_t i = known; i < all; i++) {
            int v = s->variable.data[i];
            bool in_model = v && (uint32_t)(v < 0 ? -v : v) < s->model.size;
            s->computed.data[i] = in_model ? sat_true(s, v) : gate_value(s, &s->circuit->gates.data[i]);
        }
    }
    return s->computed.data[lit_gate(a)] != (bool)(a & 1);
}
