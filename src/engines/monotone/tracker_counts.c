/* How many trackers of which class there are, for statistics and --debug. */
#include "engines/monotone/run.h"

#include "base/log.h"
#include "program/terms.h"

static uint32_t predicates(const struct monotone_model *m)
{
    uint32_t n = m->shared.size;
    for (uint32_t t = 0; t < m->program->template_count; t++)
        n += m->local[t].size + m->pair[t].size;
    return n;
}

void monotone_report(const struct monotone_run *r, const struct abstraction *s, const char *what, uint32_t n,
                     const struct reason *stopped)
{
    log_debug("monotone: %u trackers: %u %s, %u shared and %u local states, %llu questions to the solver: %s", predicates(r->model),
              n, what, s->shared.size, s->locals.size, (unsigned long long)s->ask.statistics.by_solver,
              stopped ? "stopped" : "complete");
}

bool monotone_has_predicates(const struct monotone_model *m)
{
    bool any = false;
    vector_each(const struct tracker *, t, &m->shared)
        any |= !expr_is_cell(t->e);
    for (uint32_t c = 0; c < m->program->template_count; c++)
        vector_each(const struct tracker *, t, &m->local[c])
            any |= !expr_is_cell(t->e);
    return any;
}

/* The trackers by their classes (Def. 9 of the thesis). */
void monotone_count(struct monotone_run *r, const struct abstraction *s)
{
    struct statistics *st = r->task->statistics;
    const struct monotone_model *m = r->model;
    if (!st)
        return;
    st->monotone_abstractions++;
    st->monotone_questions += s->ask.statistics.by_solver;
    st->monotone_values = st->monotone_shared = st->monotone_local = st->monotone_single = st->monotone_inter = 0;
    vector_each(const struct tracker *, t, &m->shared)
        ++*(expr_is_cell(t->e) ? &st->monotone_values : &st->monotone_shared);
    struct bitset shared = {0};
    vector_each(const struct cell *, c, &m->program->cells)
        if (cell_is_shared(c))
            bitset_add(&shared, c->id);
    for (uint32_t c = 0; c < m->program->template_count; c++) {
        st->monotone_inter += m->pair[c].size;
        vector_each(const struct tracker *, t, &m->local[c])
            ++*(expr_is_cell(t->e)                 ? &st->monotone_values
                : expr_mentions_any(t->e, &shared) ? &st->monotone_single
                                                   : &st->monotone_local);
    }
    bitset_free(&shared);
}
