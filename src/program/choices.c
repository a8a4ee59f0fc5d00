/* Values for input sites, tried one combination after another. */
#include "program/machine_parts.h"

#include <assert.h>

enum { COMPLETE_BITS = 10, MANY = 4096 }; /* all values up to this width; combinations at most */

static struct input_choice *find_site(struct input_choices *c, expr input)
{
    vector_each(struct input_choice *, s, &c->sites)
        if (s->site == input->value)
            return s;
    vector_push(&c->sites, (struct input_choice){.site = (uint32_t)input->value, .width = input->width});
    return &vector_last(&c->sites);
}

static void offer(struct input_choice *s, uint64_t value)
{
    value &= width_mask(s->width);
    vector_each(const uint64_t *, v, &s->values)
        if (*v == value)
            return;
    vector_push(&s->values, value);
}

static void collect(void *context, expr e)
{
    struct input_choices *c = context;
    if (e->op == E_INPUT)
        find_site(c, e);
    for (unsigned k = 0; k < 2 && e->arity == 2; k++)
        if (e->arg[k]->op == E_INPUT && expr_is_const(e->arg[1 - k]))
            for (int d = -1; d <= 1; d++)
                offer(find_site(c, e->arg[k]), e->arg[1 - k]->value + (uint64_t)(int64_t)d);
}

void choices_mention(struct input_choices *c, expr e)
{
    if (e)
        expr_visit(e, collect, c);
}

void choices_begin(struct input_choices *c)
{
    unsigned bits = 0;
    vector_each(const struct input_choice *, s, &c->sites)
        bits += s->width;
    c->complete = bits <= COMPLETE_BITS;
    uint64_t combinations = 1;
    vector_each(struct input_choice *, s, &c->sites) {
        s->at = 0;
        uint64_t usual[] = {0, 1, ~UINT64_C(0), UINT64_C(1) << (s->width - 1)};
        for (unsigned i = 0; i < 4; i++)
            offer(s, usual[i]);
        for (uint64_t v = 0; c->complete && v >> s->width == 0; v++)
            offer(s, v);
        combinations *= s->values.size;
        if (combinations > MANY) { /* the last sites get one value only */
            c->complete = false;
            combinations /= s->values.size;
            s->values.size = 1;
        }
    }
}

bool choices_next(struct input_choices *c)
{
    assert(c->sites.size == 0 || c->sites.data[0].values.size);
    vector_each(struct input_choice *, s, &c->sites) {
        if (++s->at < s->values.size)
            return true;
        s->at = 0;
    }
    return false;
}

void choices_set(const struct input_choices *c, struct trace *t, struct trace_step *last)
{
    vector_each(const struct input_choice *, s, &c->sites)
        trace_add_input(t, last, s->site, s->values.data[s->at]);
}

void choices_free(struct input_choices *c)
{
    vector_each(struct input_choice *, s, &c->sites)
        vector_free(&s->values);
    vector_free(&c->sites);
}
