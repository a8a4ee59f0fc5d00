/* See differences.h. */
#include "engines/random/differences.h"

#include "engines/random/texts.h"

struct comparing {
    bool **edges; /* by code */
    uint32_t codes;
};

static bool is_character(expr e)
{
    return e->width == CHARACTER_WIDTH || ((e->op == E_ZEXT || e->op == E_SEXT) && e->arg[0]->width == CHARACTER_WIDTH);
}

static void find_comparison(void *context, expr e)
{
    bool *found = context;
    *found |= e->op == E_EQ && (is_character(e->arg[0]) || is_character(e->arg[1]));
}

static bool compares(const struct action *a)
{
    bool found = false;
    expr_visit(a->guard, find_comparison, &found);
    for (uint32_t k = 0; k < a->update_count; k++)
        expr_visit(a->updates[k].value, find_comparison, &found);
    return found;
}

struct comparing *comparing_new(const struct model *m)
{
    const struct program *p = m->program;
    struct comparing *c = NEW(struct comparing);
    c->codes = p->codes.size;
    c->edges = NEW_ARRAY(bool *, c->codes + 1);
    for (uint32_t n = 0; n < c->codes; n++) {
        const struct code *code = &p->codes.data[n];
        c->edges[n] = NEW_ARRAY(bool, code->edges.size + 1);
        for (uint32_t k = 0; k < code->edges.size; k++)
            c->edges[n][k] = compares(&code->edges.data[k].action);
    }
    return c;
}

void comparing_free(struct comparing *c)
{
    for (uint32_t n = 0; c && n < c->codes; n++)
        mem_free(c->edges[n]);
    if (c)
        mem_free(c->edges);
    mem_free(c);
}

/* Of what is wider than a character only what may be one of ASCII: programs compare int c = *s. Ends of texts are drawn anyway, and what is printed is compared with zero all the time. */
static void add(struct differences *out, uint64_t width, uint64_t was, uint64_t with)
{
    uint64_t most = width_mask(width == CHARACTER_WIDTH ? CHARACTER_WIDTH : CHARACTER_WIDTH - 1);
    if (was == with || !was || !with || was > most || with > most)
        return;
    for (uint32_t k = 0; k < MOST_DIFFERENCES && k < out->count; k++)
        if (out->all[k].was == was && out->all[k].with == with)
            return;
    out->all[out->count++ % MOST_DIFFERENCES] = (struct difference){(uint8_t)was, (uint8_t)with};
}

void comparing_note(const struct comparing *c, const struct model *m, const struct model_edge *e, const uint64_t *state,
                    struct differences *out)
{
    const uint64_t *r = m->vm.registers;
    if (!c->edges[e->code][e->edge])
        return;
    for (const struct vm_instruction *i = e->body.code; i->op != VM_DONE; i++) {
        if (i->op == VM_EQ && i->width == CHARACTER_WIDTH) {
            add(out, i->width, r[i->a], r[i->b]);
            add(out, i->width, r[i->b], r[i->a]);
        } else if (i->op == VM_EQ_I)
            add(out, i->width, r[i->a], i->immediate);
        else if ((i->op == VM_TEST_FIELD_EQ || i->op == VM_TEST_FIELD_NE) && i->mask >= width_mask(CHARACTER_WIDTH))
            add(out, i->mask == width_mask(CHARACTER_WIDTH) ? CHARACTER_WIDTH : 0, state[i->word] >> i->shift & i->mask,
                i->immediate);
    }
}
