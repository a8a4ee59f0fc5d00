/* Cheap engines that find errors come first, then those that prove the kind of program at hand. An engine that has no rank
 * comes last, in the order of the table of engines. */
#include "portfolio/plan.h"

#include "base/map.h"

/* --- features --- */

static void find_input(void *context, expr e) { *(bool *)context |= e->op == E_INPUT; }

/* Depth first; color: 0 not seen, 1 on the way, 2 done. */
static bool has_cycle(const struct code *c)
{
    uint8_t *color = NEW_ARRAY(uint8_t, c->locations.size + 1);
    struct frame {
        uint32_t location, next;
    };
    VECTOR(struct frame) stack = {0};
    bool found = false;
    vector_push(&stack, (struct frame){c->entry, out_begin(c, c->entry)});
    color[c->entry] = 1;
    while (stack.size && !found) {
        struct frame *top = &vector_last(&stack);
        if (top->next == out_end(c, top->location)) {
            color[top->location] = 2;
            stack.size--;
            continue;
        }
        uint32_t to = out_edge(c, top->next++)->to;
        found = color[to] == 1;
        if (!color[to]) {
            color[to] = 1;
            vector_push(&stack, (struct frame){to, out_begin(c, to)});
        }
    }
    vector_free(&stack);
    mem_free(color);
    return found;
}

struct features features_of(const struct program *p)
{
    struct features f = {.unbounded = program_has_unbounded(p)};
    for (uint32_t k = 0; k < p->codes.size; k++) {
        const struct code *c = &p->codes.data[k];
        f.loops |= has_cycle(c);
        f.edges += c->edges.size;
        if (k < p->template_count && c->instances != UNBOUNDED)
            f.instances += c->instances;
        vector_each(const struct edge *, e, &c->edges) {
            expr_visit(e->action.guard, find_input, &f.inputs);
            for (uint32_t u = 0; u < e->action.update_count; u++)
                expr_visit(e->action.updates[u].value, find_input, &f.inputs);
        }
    }
    vector_each(const struct cell *, c, &p->cells)
        f.arrays |= !c->dropped && cell_is_shared(c) && cell_is_array(c);
    return f;
}

/* --- the order --- */

struct preference {
    const char *name;
    uint8_t bounded, unbounded;      /* rank */
    double weight, unbounded_weight; /* share of the time */
    double first_turn;               /* seconds */
};

/* By measurement (bench/svcomp/README.md). Whoever decides a program often needs a tenth of a second for it, so everybody is asked for a moment
 * before anybody goes on; flow has longer, since its facts help those that start after it. Of what takes long, most is decided by
 * bounded and explore, and by monotone and horn if threads come in any number. Guess has a share that lets it answer for programs that count. */
static const struct preference preferences[] = {
    {"explore", 1, 3, 1, 1, 0.25},       {"bounded", 2, 6, 1, 0.5, 0.25},    {"random", 2, 6, 0.4, 0.2, 0.25},
    {"flow", 3, 2, 0.5, 0.5, 1},         {"modular", 4, 1, 0.5, 0.5, 0.25},  {"predicate", 5, 4, 0.5, 0.5, 0.25},
    {"cartesian", 6, 7, 0.3, 0.3, 0.25}, {"monotone", 7, 5, 0.7, 2, 0.25},   {"guess", 4, 4, 2, 1, 0.25},
    {"horn", 8, 8, 0.2, 1, 0.25},        {"progress", 1, 1, 0.2, 0.2, 0.25},
};

static struct preference preference_of(const char *name)
{
    for (uint32_t i = 0; i < sizeof preferences / sizeof *preferences; i++)
        if (!strcmp(preferences[i].name, name))
            return preferences[i];
    return (struct preference){name, UINT8_MAX, UINT8_MAX, 1, 1, 1};
}

/* Without loops, unrolling is complete; arbitrary values are for those who do not enumerate them. */
static uint32_t rank_of(const struct preference *p, const struct features *f)
{
    if (f->unbounded)
        return p->unbounded;
    bool bounded_first = !f->loops || f->inputs;
    bool is_first = !strcmp(p->name, "bounded") || !strcmp(p->name, "random");
    return bounded_first && is_first ? 0 : p->bounded;
}

uint32_t plan_engines(const struct features *f, struct planned *out)
{
    uint32_t n = 0;
    for (uint32_t i = 0; engines[i] && n < MOST_ENGINES; i++) {
        struct preference p = preference_of(engines[i]->name);
        uint32_t k = n++;
        for (; k > 0; k--) { /* insertion: equal ranks stay in order */
            struct preference before = preference_of(out[k - 1].engine->name);
            if (rank_of(&before, f) <= rank_of(&p, f))
                break;
            out[k] = out[k - 1];
        }
        out[k] = (struct planned){engines[i], f->unbounded ? p.unbounded_weight : p.weight, p.first_turn};
    }
    return n;
}
