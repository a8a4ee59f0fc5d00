#include "engines/horn/slice.h"

#include "program/terms.h"

bool slice_follows(const struct slice *x, uint32_t cell)
{
    return cell == x->relative.base || bitset_has(&x->relative.cells, cell);
}

static bool touches(const struct slice *x, const struct horn_step *s)
{
    bool any = expr_mentions_cell(s->action.guard, x->relative.base) || expr_mentions_any(s->action.guard, &x->relative.cells);
    for (uint32_t i = 0; i < s->action.update_count; i++)
        any |= slice_follows(x, s->action.updates[i].cell);
    return any;
}

bool slice_ignores(const struct slice *x, const struct horn_step *s)
{
    return x->class[s->code][s->from] == x->class[s->code][s->to] && !touches(x, s);
}

/* The least location of those that are the same. */
static void make_classes(struct slice *x, const horn_steps *steps)
{
    bool more = true;
    while (more) {
        more = false;
        vector_each(const struct horn_step *, s, steps) {
            uint32_t *from = &x->class[s->code][s->from], *to = &x->class[s->code][s->to];
            if (*from == *to || !step_goes_on(x->program, s->code, &s->action, s->to) || touches(x, s))
                continue;
            *from = *to = *from < *to ? *from : *to;
            more = true;
        }
    }
}

void slice_make(struct slice *x, const struct program *p, const horn_steps *steps, uint32_t base)
{
    *x = (struct slice){.program = p, .class = NEW_ARRAY(uint32_t *, p->template_count + 1)};
    relative_make(&x->relative, p, base, p->cells.size);
    for (uint32_t k = 0; k < p->template_count; k++) {
        x->class[k] = NEW_ARRAY(uint32_t, p->codes.data[k].locations.size + 1);
        for (uint32_t l = 0; l < p->codes.data[k].locations.size; l++)
            x->class[k][l] = l;
    }
    make_classes(x, steps);
}

void slice_free(struct slice *x)
{
    for (uint32_t k = 0; k < x->program->template_count; k++)
        mem_free(x->class[k]);
    mem_free(x->class);
    relative_free(&x->relative);
}
