#include "cover/saturate.h"

#include <stdlib.h>

struct saturation {
    const struct system *s;
    uint32_t *out_start, *out; /* by control: rules without moves that leave it, or stay */
    uint32_t *in_start, *in;
    uint32_t *count;                     /* by place; 0 in between */
    u32_vector touched;                  /* places that are not 0 */
    uint32_t *reached, *reaching, stamp; /* by control: = stamp if found in this round */
    uint32_t *came, *goes;               /* by control: the rule to it from the start; from it back to the start */
    u32_vector queue, rules;
    VECTOR(struct cycle) cycles;
    VECTOR(struct token) grown;
};

static bool suits(const struct rule *r) { return !r->moves_count; }

struct saturation *saturation_make(const struct system *s)
{
    struct saturation *x = NEW(struct saturation);
    x->s = s;
    x->out_start = NEW_ARRAY(uint32_t, s->controls + 2);
    x->in_start = NEW_ARRAY(uint32_t, s->controls + 2);
    x->out = NEW_ARRAY(uint32_t, s->rules.size + 1);
    x->in = NEW_ARRAY(uint32_t, s->rules.size + 1);
    vector_each(const struct rule *, r, &s->rules) {
        x->out_start[r->from + 2] += suits(r);
        x->in_start[r->to + 2] += suits(r);
    }
    for (uint32_t c = 0; c < s->controls; c++) {
        x->out_start[c + 2] += x->out_start[c + 1];
        x->in_start[c + 2] += x->in_start[c + 1];
    }
    for (uint32_t i = 0; i < s->rules.size; i++)
        if (suits(&s->rules.data[i])) {
            x->out[x->out_start[s->rules.data[i].from + 1]++] = i;
            x->in[x->in_start[s->rules.data[i].to + 1]++] = i;
        }
    x->count = NEW_ARRAY(uint32_t, s->places);
    x->reached = NEW_ARRAY(uint32_t, s->controls);
    x->reaching = NEW_ARRAY(uint32_t, s->controls);
    x->came = NEW_ARRAY(uint32_t, s->controls);
    x->goes = NEW_ARRAY(uint32_t, s->controls);
    return x;
}

void saturation_free(struct saturation *x)
{
    if (!x)
        return;
    mem_free(x->out_start);
    mem_free(x->out);
    mem_free(x->in_start);
    mem_free(x->in);
    mem_free(x->count);
    mem_free(x->reached);
    mem_free(x->reaching);
    mem_free(x->came);
    mem_free(x->goes);
    vector_free(&x->touched);
    vector_free(&x->queue);
    vector_free(&x->rules);
    vector_free(&x->cycles);
    vector_free(&x->grown);
    mem_free(x);
}

static bool free_of_loss(const struct saturation *x, const struct rule *r)
{
    for (uint32_t i = 0; i < r->takes; i++)
        if (x->count[r->take[i].place] != OMEGA)
            return false;
    for (uint32_t i = 0; i < r->needs; i++)
        if (x->count[r->need[i].place] < r->need[i].count)
            return false;
    return true;
}

static bool gains(const struct saturation *x, const struct rule *r)
{
    for (uint32_t i = 0; i < r->gives; i++)
        if (x->count[r->give[i].place] != OMEGA)
            return true;
    return false;
}

/* Fills reached and came, forwards from the control. */
static void reach(struct saturation *x, uint32_t control)
{
    vector_clear(&x->queue);
    vector_push(&x->queue, control);
    x->reached[control] = x->stamp;
    for (uint32_t k = 0; k < x->queue.size; k++)
        for (uint32_t c = x->queue.data[k], i = x->out_start[c]; i < x->out_start[c + 1]; i++) {
            const struct rule *r = &x->s->rules.data[x->out[i]];
            if (x->reached[r->to] != x->stamp && free_of_loss(x, r)) {
                x->reached[r->to] = x->stamp;
                x->came[r->to] = x->out[i];
                vector_push(&x->queue, r->to);
            }
        }
}

/* Fills reaching and goes, backwards from the control, among what is reached; the queue holds the result. */
static void reach_back(struct saturation *x, uint32_t control)
{
    vector_clear(&x->queue);
    vector_push(&x->queue, control);
    x->reaching[control] = x->stamp;
    for (uint32_t k = 0; k < x->queue.size; k++)
        for (uint32_t c = x->queue.data[k], i = x->in_start[c]; i < x->in_start[c + 1]; i++) {
            const struct rule *r = &x->s->rules.data[x->in[i]];
            if (x->reached[r->from] == x->stamp && x->reaching[r->from] != x->stamp && free_of_loss(x, r)) {
                x->reaching[r->from] = x->stamp;
                x->goes[r->from] = x->in[i];
                vector_push(&x->queue, r->from);
            }
        }
}

static void grow(struct saturation *x, uint32_t rule)
{
    const struct rule *r = &x->s->rules.data[rule];
    for (uint32_t i = 0; i < r->gives; i++) {
        uint32_t place = r->give[i].place;
        if (x->count[place] == OMEGA)
            continue;
        vector_push(&x->grown, ((struct token){place, x->count[place]}));
        if (!x->count[place])
            vector_push(&x->touched, place);
        x->count[place] = OMEGA;
    }
}

/* From the control to the rule, through it, and back. All that is given on the way grows. */
static void add_cycle(struct saturation *x, uint32_t control, uint32_t rule)
{
    const struct rule *rules = x->s->rules.data;
    struct cycle c = {.first = x->rules.size, .first_grown = x->grown.size};
    for (uint32_t at = rules[rule].from; at != control; at = rules[x->came[at]].from)
        vector_push(&x->rules, x->came[at]);
    for (uint32_t i = c.first, j = x->rules.size; i + 1 < j; i++, j--) {
        uint32_t t = x->rules.data[i];
        x->rules.data[i] = x->rules.data[j - 1];
        x->rules.data[j - 1] = t;
    }
    vector_push(&x->rules, rule);
    for (uint32_t at = rules[rule].to; at != control; at = rules[x->goes[at]].to)
        vector_push(&x->rules, x->goes[at]);
    c.length = x->rules.size - c.first;
    for (uint32_t i = c.first; i < x->rules.size; i++)
        grow(x, x->rules.data[i]);
    c.grown = x->grown.size - c.first_grown;
    vector_push(&x->cycles, c);
}

static bool round_of(struct saturation *x, uint32_t control)
{
    x->stamp++;
    reach(x, control);
    reach_back(x, control);
    uint32_t before = x->cycles.size;
    for (uint32_t k = 0; k < x->queue.size; k++)
        for (uint32_t c = x->queue.data[k], i = x->out_start[c]; i < x->out_start[c + 1]; i++) {
            const struct rule *r = &x->s->rules.data[x->out[i]];
            if (x->reaching[r->to] == x->stamp && gains(x, r) && free_of_loss(x, r))
                add_cycle(x, control, x->out[i]);
        }
    return x->cycles.size > before;
}

static int by_place(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static void *kept(struct arena *a, const void *data, size_t bytes) { return memcpy(arena_alloc(a, bytes + 1), data, bytes); }

const struct saturated *saturation_run(struct saturation *x, const struct state *s, struct arena *a, const struct state **after)
{
    vector_clear(&x->touched);
    vector_clear(&x->rules);
    vector_clear(&x->cycles);
    vector_clear(&x->grown);
    for (uint32_t i = 0; i < s->size; i++) {
        x->count[s->tokens[i].place] = s->tokens[i].count;
        vector_push(&x->touched, s->tokens[i].place);
    }
    while (round_of(x, s->control))
        ;
    struct saturated *result = NULL;
    if (x->cycles.size) {
        result = ARENA_NEW(a, struct saturated);
        result->cycles = kept(a, x->cycles.data, x->cycles.size * sizeof *x->cycles.data);
        result->cycles_count = x->cycles.size;
        result->rules = kept(a, x->rules.data, x->rules.size * sizeof *x->rules.data);
        result->grown = kept(a, x->grown.data, x->grown.size * sizeof *x->grown.data);
        qsort(x->touched.data, x->touched.size, sizeof *x->touched.data, by_place);
        vector_clear(&x->grown);
        vector_each(const uint32_t *, p, &x->touched)
            vector_push(&x->grown, ((struct token){*p, x->count[*p]}));
        *after = state_make(a, s->control, x->grown.data, x->grown.size);
    }
    vector_each(const uint32_t *, p, &x->touched)
        x->count[*p] = 0;
    return result;
}

bool cycle_missing(const struct saturated *x, const struct cycle *c, const struct state *v)
{
    for (uint32_t i = 0; i < c->grown; i++) {
        struct token before = x->grown[c->first_grown + i];
        if (state_count(v, before.place) > before.count)
            return true;
    }
    return false;
}
