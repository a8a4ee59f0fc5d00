/* Where a thread may be in an atomic section. Sections nest, so this follows how deep they may be: bit n of a mask says that n may be open, the last one that as many or more. */
#include "engines/wide/deadlock.h"

enum { DEEPEST = 0x80 };

struct sections {
    const struct wide *w;
    struct bitset *inside;
    bool unbalanced; /* a procedure does not end the sections that it begins, or ends others */
};

bool wide_is_section(const struct outline *o, const struct outline_step *s)
{
    return (s->kind == OUTLINE_LOCK || s->kind == OUTLINE_UNLOCK) && s->address.place_count == 1 &&
           o->places.data[s->address.places].object == OUTLINE_ATOMIC_SECTION;
}

static uint8_t behind(struct sections *x, uint32_t number, uint8_t mask)
{
    const struct outline_step *s = &x->w->outline->steps.data[number];
    if (mask & ~1)
        bitset_add(x->inside, number);
    if (s->kind == OUTLINE_RETURN)
        x->unbalanced |= (mask & ~1) != 0;
    if (!wide_is_section(x->w->outline, s))
        return mask;
    if (s->kind == OUTLINE_LOCK)
        return (uint8_t)(mask << 1 | (mask & DEEPEST));
    x->unbalanced |= (mask & 1) != 0;
    return (uint8_t)(mask >> 1 | (mask & DEEPEST));
}

static void follow(struct sections *x, const struct outline_procedure *p)
{
    const struct outline *o = x->w->outline;
    VECTOR(uint8_t) masks = {0};
    vector_resize(&masks, p->block_count);
    masks.data[0] = 1;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = 0; n < p->block_count; n++) {
            const struct outline_block *b = &o->blocks.data[p->blocks + n];
            uint8_t at = masks.data[n];
            for (uint32_t s = b->steps; s < b->steps + b->step_count && at; s++)
                at = behind(x, s, at);
            for (uint32_t k = 0; k < b->next_count; k++) {
                uint8_t *to = &masks.data[o->numbers.data[b->nexts + k]];
                changed |= (*to | at) != *to;
                *to |= at;
            }
        }
    }
    vector_free(&masks);
}

static void add_procedure(struct sections *x, uint32_t procedure)
{
    const struct outline *o = x->w->outline;
    const struct outline_procedure *p = &o->procedures.data[procedure];
    for (uint32_t b = p->blocks; b < p->blocks + p->block_count; b++)
        for (uint32_t s = o->blocks.data[b].steps; s < o->blocks.data[b].steps + o->blocks.data[b].step_count; s++)
            bitset_add(x->inside, s);
}

/* What is called in a section is inside of it. */
static void add_callees(struct sections *x)
{
    const struct outline *o = x->w->outline;
    struct bitset called = {0};
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t s = 0; s < o->steps.size; s++)
            for (uint32_t k = 0; o->steps.data[s].kind == OUTLINE_CALL && k < o->steps.data[s].callee_count; k++) {
                uint32_t callee = o->numbers.data[o->steps.data[s].callees + k];
                if (!bitset_has(x->inside, s) || bitset_has(&called, callee))
                    continue;
                bitset_add(&called, callee);
                add_procedure(x, callee);
                changed = true;
            }
    }
    bitset_free(&called);
}

void wide_find_sections(const struct wide *w, struct bitset *inside)
{
    struct sections x = {.w = w, .inside = inside};
    vector_each(const struct outline_procedure *, p, &w->outline->procedures)
        follow(&x, p);
    if (x.unbalanced)
        for (uint32_t p = 0; p < w->outline->procedures.size; p++)
            add_procedure(&x, p);
    else
        add_callees(&x);
}
