#include "engines/explore/endings.h"

#include "base/options.h"
#include "engines/explore/search.h"

static uint32_t node_count(const struct stuck_graph *g)
{
    uint32_t n = g->nodes.size;
    vector_each(const uint32_t *, to, &g->to)
        n = *to != NONE && *to >= n ? *to + 1 : n;
    return n;
}

/* Backwards from the steps that end the program. */
static uint32_t count_that_can_end(const struct stuck_graph *g, uint32_t n)
{
    uint32_t *first = NEW_ARRAY(uint32_t, n + 2), *from = NEW_ARRAY(uint32_t, g->to.size + 1), found = 0;
    struct bitset ends = {0};
    u32_vector todo = {0};
    vector_each(const uint32_t *, to, &g->to)
        if (*to != NONE)
            first[*to + 1]++;
    for (uint32_t k = 0; k < n; k++)
        first[k + 1] += first[k];
    for (uint32_t k = 0; k < g->nodes.size; k++)
        for (uint32_t i = 0; g->nodes.data[k].count != NONE && i < g->nodes.data[k].count; i++) {
            uint32_t to = g->to.data[g->nodes.data[k].first + i];
            if (to != NONE) {
                from[first[to]++] = k; /* it ends where that of the next one began */
            } else if (!bitset_has(&ends, k)) {
                bitset_add(&ends, k);
                vector_push(&todo, k);
            }
        }
    while (todo.size) {
        uint32_t k = vector_pop(&todo);
        found++;
        for (uint32_t i = k ? first[k - 1] : 0; i < first[k]; i++)
            if (!bitset_has(&ends, from[i])) {
                bitset_add(&ends, from[i]);
                vector_push(&todo, from[i]);
            }
    }
    bitset_free(&ends);
    vector_free(&todo);
    mem_free(first);
    mem_free(from);
    return found;
}

static bool is_complete(const struct exploration *s)
{
    const struct expander *x = &s->expander;
    return !s->open.size && !s->stopped && !s->unsupported && !s->incomplete_choice && !s->first_violation && !x->incomplete &&
           !x->too_deep && !x->section_too_long && !s->circles;
}

bool explore_can_always_end(const struct task *task)
{
    const struct program *p = task->program;
    if (program_has_unbounded(p) || program_has_calls(p))
        return false;
    struct options options = *task->options;
    options.shortest = false;
    struct task own = {.program = p, .options = &options, .budget = task->budget};
    uint8_t *decided = NEW_ARRAY(uint8_t, p->checks.size + 1);
    struct exploration *s = search_new(&own, 0, decided, SEARCH_PLAIN);
    bool can = false;
    if (s->wanted && s->model->layout->instance_count <= STUCK_THREADS) {
        s->graph = s->graph ? s->graph : NEW(struct stuck_graph);
        s->most = EFFORT_ENDINGS;
        search_run(s);
        uint32_t n = node_count(s->graph);
        can = is_complete(s) && count_that_can_end(s->graph, n) == n;
    }
    search_free(s);
    mem_free(decided);
    return can;
}
