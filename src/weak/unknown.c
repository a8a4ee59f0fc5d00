/* Variables of threads (and memory that one of them uses alone) whose value nobody has chosen: they were not initialised, or hold an input. Not each of its values is tried as long as it is
 * copied at most; when it matters, the search is not complete. So an argument that a function is to fill in costs nothing. */
#include "weak/search_parts.h"

struct use {
    const struct bitset *unknown;
    bool found;
};

static void see(void *context, expr e)
{
    struct use *u = context;
    u->found |= (e->op == E_CELL || e->op == E_READ) && bitset_has(u->unknown, (uint32_t)e->value);
}

void unknown_used(struct weak_search *f, const struct partial_thread *t, expr e)
{
    struct use u = {&t->unknown, false};
    if (e && !bitset_empty(&t->unknown))
        expr_visit(e, see, &u);
    if (u.found)
        search_incomplete(f, "a variable may be read before it has a value");
}

static bool is_own_scalar(const struct program *p, uint32_t cell)
{
    return !cell_is_shared(&p->cells.data[cell]) && !cell_is_array(&p->cells.data[cell]);
}

void unknown_begin(const struct weak_search *f, struct partial *s)
{
    for (uint32_t t = 0; t < s->thread_count && !program_has_calls(f->program); t++) {
        uint32_t code = s->threads[t].code;
        bitset_each(c, &f->plan.codes[code].live[f->program->codes.data[code].entry])
            if (f->program->cells.data[c].arbitrary && is_own_scalar(f->program, c))
                bitset_add(&s->threads[t].unknown, c);
        vector_each(const struct cell *, c, &f->program->cells)
            if (c->arbitrary && f->plan.alone[c->id]) /* what it is to the thread that uses it; the others never ask */
                bitset_add(&s->threads[t].unknown, c->id);
    }
}

static void see_input(void *context, expr e) { *(bool *)context |= e->op == E_INPUT; }

static bool has_input(expr e)
{
    bool found = false;
    if (e)
        expr_visit(e, see_input, &found);
    return found;
}

bool unknown_only_copied(const struct program *p, const struct action *a)
{
    if (program_has_calls(p) || has_input(a->guard))
        return false;
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct update *u = &a->updates[i];
        bool copied = u->value->op == E_INPUT && is_own_scalar(p, u->cell);
        if (has_input(u->index) || (has_input(u->value) && !copied))
            return false;
    }
    return true;
}

/* Whether the update gives its variable a value that nobody has chosen. */
static bool passes_on(const struct program *p, const struct partial_thread *t, const struct update *u, bool copied)
{
    if (!is_own_scalar(p, u->cell))
        return false;
    return (copied && u->value->op == E_INPUT) || (u->value->op == E_CELL && bitset_has(&t->unknown, (uint32_t)u->value->value));
}

void unknown_step(struct weak_search *f, struct partial_thread *t, const struct action *a)
{
    assert(bitset_valid(&t->unknown));
    bool copied = unknown_only_copied(f->program, a);
    struct bitset after = {0};
    bitset_copy(&after, &t->unknown);
    for (uint32_t i = 0; i < a->access_count; i++)
        unknown_used(f, t, a->accesses[i].index);
    for (uint32_t i = 0; i < a->update_count; i++) {
        const struct update *u = &a->updates[i];
        unknown_used(f, t, u->index);
        if (passes_on(f->program, t, u, copied)) {
            bitset_add(&after, u->cell);
            continue;
        }
        unknown_used(f, t, u->value);
        bitset_remove(&after, u->cell);
    }
    bitset_free(&t->unknown);
    t->unknown = after;
}
