#include "program/trace.h"

#include <assert.h>

struct trace *trace_new(uint32_t check)
{
    struct trace *t = NEW(struct trace);
    t->check = check;
    return t;
}

void trace_free(struct trace *t)
{
    if (!t)
        return;
    vector_free(&t->initials);
    vector_free(&t->steps);
    arena_release(&t->arena);
    mem_free(t);
}

struct trace_step *trace_add(struct trace *t, uint32_t code, uint32_t instance, uint32_t in_code, uint32_t edge)
{
    vector_push(&t->steps, (struct trace_step){.code = code, .instance = instance, .in_code = in_code, .edge = edge});
    return &vector_last(&t->steps);
}

void trace_add_input(struct trace *t, struct trace_step *last, uint32_t site, uint64_t value)
{
    assert(t->steps.size);
    assert(last == &vector_last(&t->steps));
    uint32_t n = last->input_count;
    if ((n & (n - 1)) == 0) { /* full: room for 1, 2, 4, ... */
        struct trace_input *more = ARENA_ARRAY(&t->arena, struct trace_input, n ? 2 * (size_t)n : 1);
        if (n)
            memcpy(more, last->inputs, n * sizeof *more);
        last->inputs = more;
    }
    last->inputs[last->input_count++] = (struct trace_input){site, value};
}
