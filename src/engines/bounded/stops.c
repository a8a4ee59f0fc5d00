/* Where threads may stop, for deadlocks: a thread that stops at a node waits there if the guards of all steps are false in
 * the final memory. So the guards are evaluated once more, in a group that reads memory after everything else. A thread that
 * has ended or was never created does not wait; one at an assume is not part of any run. */
#include "engines/bounded/unroll.h"

#include "program/substitute.h"

static void find_input(void *context, expr e) { *(bool *)context |= e->op == E_INPUT; }

/* Whether more than memory decides if a step is possible. */
static bool unclear(const struct unroller *r, uint32_t location)
{
    bool found = false;
    for (uint32_t i = out_begin(r->code, location); i < out_end(r->code, location); i++)
        expr_visit(out_edge(r->code, i)->action.guard, find_input, &found);
    return found;
}

/* An arbitrary guard that is the same in the final memory: nobody else moves before main creates a thread. */
static lit none_of(struct unroller *r, lit_vector *guards)
{
    return lit_not(circuit_or_all(r->u->circuit, guards->data, guards->size));
}

/* What a guard says of the end of a thread: where it is looked up. */
struct awaited {
    const struct program *program;
    expr done;
};

static void find_done(void *context, expr e)
{
    struct awaited *w = context;
    if ((e->op == E_CELL || e->op == E_READ) && w->program->cells.data[e->value].role == CELL_DONE)
        w->done = e;
}

/* Whether a step joins a thread that nobody has created, which is undefined and not waited for; NULL if it cannot be said. */
static expr joins_nobody(const struct program *p, const struct action *a)
{
    struct exprs *x = p->exprs;
    struct awaited w = {p, NULL};
    if (a->kind != ACT_JOIN)
        return NULL;
    expr_visit(a->guard, find_done, &w);
    vector_each(const struct cell *, c, &p->cells)
        if (w.done && c->role == CELL_STARTED && c->subject == p->cells.data[w.done->value].subject && !c->dropped) {
            expr index = w.done->op == E_READ ? w.done->arg[0] : NULL;
            struct update ended = {.cell = (uint32_t)w.done->value, .index = index, .value = expr_bool(x, true)};
            return expr_and(x, expr_after(x, a->guard, &ended, 1, NULL), expr_not(x, program_cell_expr(p, c->id, index)));
        }
    return NULL;
}

static lit none_finally(struct unroller *r, uint32_t location, lit stopped)
{
    struct unfolding *u = r->u;
    lit_vector guards = {0};
    r->final = new_group(r);
    u->groups.data[r->final].final = true;
    u->groups.data[r->final].x = stopped;
    u->groups.data[r->final].guard = LIT_TRUE;
    evaluation_next(&r->evaluation);
    for (uint32_t i = out_begin(r->code, location); i < out_end(r->code, location); i++) {
        const struct action *a = &out_edge(r->code, i)->action;
        expr nobody = joins_nobody(u->program, a);
        vector_push(&guards, evaluation_word(&r->evaluation, a->guard)[0]);
        if (nobody)
            vector_push(&guards, evaluation_word(&r->evaluation, nobody)[0]);
    }
    vector_each(const uint32_t *, read, &u->groups.data[r->final].reads)
        u->reads.data[*read].demand = stopped;
    r->final = NONE;
    lit none = none_of(r, &guards);
    vector_free(&guards);
    return none;
}

void note_stop(struct unroller *r, lit_vector *guards, lit leaves, bool enters_section)
{
    struct unfolding *u = r->u;
    const struct unrolled_node *n = &u->nodes.data[r->node];
    uint32_t location = n->location;
    bool solo = n->solo, ended = location == r->code->exit, assumes = !guards->size && !ended, waits = !ended;
    lit stopped = circuit_and(u->circuit, n->x, lit_not(leaves)), stuck = ended ? LIT_TRUE : LIT_FALSE;
    if (stopped == LIT_FALSE)
        return;
    for (uint32_t i = out_begin(r->code, location); i < out_end(r->code, location); i++) {
        waits &= out_edge(r->code, i)->action.kind != ACT_START;
        assumes |= out_edge(r->code, i)->action.kind == ACT_ASSUME;
    }
    if (!ended && !assumes) {
        if (enters_section || r->code->locations.data[location].flags & LOC_ATOMIC || unclear(r, location))
            u->stops_unclear = true;
        else
            stuck = solo ? none_of(r, guards) : none_finally(r, location, stopped);
    }
    vector_push(&u->stops, (struct stop){r->node, stopped, stuck, waits});
}
