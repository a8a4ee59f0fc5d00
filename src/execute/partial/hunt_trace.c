/* From a state that the search found back to the start: a trace, and that it is real. */
#include "execute/partial/hunt.h"
#include "program/machine.h"

enum { GUIDED_STATES = 60000, FREE_STATES = 200000 };
static const double MOST_SHARE = 0.5; /* of the time that is left */

static void append(const struct hunt *s, struct trace *t, uint32_t actor, uint32_t step)
{
    const struct actor *a = &s->actors.data[actor];
    const struct hunt_step *k = &s->steps.data[step];
    for (uint32_t i = 0; i < k->bound_count; i++) {
        const struct bound *b = &s->bounds.data[k->bound + i];
        struct trace_initial initial = {.instance_code = NONE, .instance = NONE, .value = b->value};
        if (b->local && k->code != a->template)
            continue;
        if (b->local) {
            vector_each(const struct cell *, c, &s->program->cells)
                if (c->owner == a->template && b->what >= s->world.place[c->id] &&
                    b->what < s->world.place[c->id] + s->world.slots[c->id]) {
                    initial.cell = c->id;
                    initial.slot = b->what - s->world.place[c->id];
                }
            initial.instance_code = a->template;
            initial.instance = a->instance;
        } else {
            initial.cell = a->sight.units.data[b->what].cell;
            initial.slot = a->sight.units.data[b->what].slot;
        }
        vector_push(&t->initials, initial);
    }
    for (uint32_t i = 0; i < k->edge_count; i++) {
        const struct taken *e = &s->edges.data[k->edge + i];
        struct trace_step *last = trace_add(t, a->template, a->instance, k->code, e->edge);
        for (uint32_t j = 0; j < e->input_count; j++)
            trace_add_input(t, last, s->inputs.data[e->input_begin + j].site, s->inputs.data[e->input_begin + j].value);
    }
    for (uint32_t i = 0; i < k->return_count; i++)
        trace_add(t, a->template, a->instance, s->returned.data[k->returned + i], NONE);
}

struct trace *hunt_trace(const struct hunt *s, uint32_t state)
{
    u32_vector way = {0};
    for (uint32_t x = state; s->origins.data[x].parent != NONE; x = s->origins.data[x].parent)
        vector_push(&way, x);
    struct trace *t = trace_new(s->check);
    t->unbounded = s->actors.size;
    for (uint32_t i = way.size; i-- > 0;)
        append(s, t, s->origins.data[way.data[i]].actor, s->origins.data[way.data[i]].step);
    if (s->found_step != NONE)
        append(s, t, s->found_actor, s->found_step);
    vector_free(&way);
    return t;
}

/* The trace, if there is one and it is real. */
static struct trace *search(struct hunt *s)
{
    hunt_run(s);
    struct trace *t = s->found != NONE ? hunt_trace(s, s->found) : NULL;
    struct arena words = ARENA_EMPTY;
    const char *why;
    if (t && !trace_replays(s->program, t, &why, &words)) {
        trace_free(t);
        t = NULL;
    }
    arena_release(&words);
    return t;
}

static uint32_t most_instances(const struct program *p)
{
    uint32_t most = 0;
    for (uint32_t t = 0; t < p->template_count; t++)
        most = p->codes.data[t].instances > most ? p->codes.data[t].instances : most;
    return most;
}

struct trace *hunt_trace_to(const struct program *p, uint32_t check, const struct guide *g, const struct budget *budget,
                            uint64_t effort)
{
    static const uint32_t sizes[] = {2, 3, 4, 8};
    struct budget part = budget_part(budget, effort);
    if (part.deadline)
        part.deadline -= (1 - MOST_SHARE) * budget_left(budget);
    uint32_t most = most_instances(p);
    struct trace *t = NULL;
    for (int guided = 1; guided >= 0; guided--)
        for (unsigned i = 0; i < sizeof sizes / sizeof *sizes && !t; i++) {
            struct hunt s;
            bool complete = false;
            if (hunt_init(&s, p, sizes[i])) {
                s.guide = guided ? g : NULL;
                s.check = check;
                s.limit = guided ? GUIDED_STATES : FREE_STATES;
                s.budget = part;
                t = search(&s);
                complete = s.complete && !guided;
            }
            hunt_free(&s);
            if (t || (complete && sizes[i] >= most))
                return t;
            if (sizes[i] >= most)
                break;
        }
    return t;
}
