/* The parts of copies. What a copy moves counts as accessed in turn where its bytes are of no declared scalar: so a byte
 * that somebody looks at matters in all the places that it may have come from, and is cut alike there. */
#include "frontend/copy_parts.h"
#include "frontend/scalars.h"

struct planner {
    struct front *front;
    struct scalars scalars;
    struct stretch from, to; /* of the copy at hand; size 0 if it has none */
    bool kept[LARGEST_COPY];
    bool changed;
};

static LLVMValueRef source_of(const struct copy *c)
{
    return c->kind == COPY_MOVE ? LLVMGetArgOperand(c->at, 1) : c->kind == COPY_LOAD ? LLVMGetOperand(c->at, 0) : NULL;
}

static LLVMValueRef destination_of(const struct copy *c) { return c->kind == COPY_LOAD ? NULL : LLVMGetArgOperand(c->at, 0); }

/* Bytes of a stretch that nobody accesses have the parts of the other side. */
static void inherit(struct stretch *s, const struct stretch *other)
{
    for (uint32_t k = 1; k < s->size && k < other->size; k++)
        if (other->cut[k] && (s->state[k - 1] == BYTE_UNSEEN || s->state[k] == BYTE_UNSEEN))
            s->cut[k] = true;
}

/* For races, padding behind a scalar may be left out: who copies one of its bytes copies the scalar, too. */
static void choose_bytes(struct planner *p, const struct copy *c)
{
    bool all_accesses = front_needs(p->front, NEEDS_ACCESSES), any = false;
    for (uint32_t k = 0; k < c->size; k++) {
        bool seen = (p->from.size && p->from.state[k] != BYTE_UNSEEN) || (p->to.size && p->to.state[k] != BYTE_UNSEEN);
        p->kept[k] = seen || c->kind == COPY_LOAD || (all_accesses && c->kind != COPY_UNDEFINE && !any);
        any |= seen;
    }
    bool fits = (!p->from.size || p->from.fits) && (!p->to.size || p->to.fits);
    if (c->kind == COPY_UNDEFINE)
        return;
    for (uint32_t k = 0; !any && k < c->size; k++)
        p->kept[k] = true;
    for (uint32_t k = c->size; !fits && k > 0 && !p->kept[k - 1]; k--) /* so that the end is looked at */
        p->kept[k - 1] = true;
}

static uint32_t end_of_part(const struct planner *p, const struct stretch *s, uint32_t at)
{
    uint32_t end = at + 1;
    while (end < s->size && !s->cut[end] && p->kept[end])
        end++;
    return end;
}

/* The next part from at on; NULL if the stretch is at its end. */
static bool next_part(const struct planner *p, const struct stretch *s, uint32_t at, struct part *part)
{
    while (at < s->size && !p->kept[at])
        at++;
    if (at == s->size)
        return false;
    uint32_t size = end_of_part(p, s, at) - at, power = 8;
    LLVMTypeRef declared = s->type[at];
    if (!declared || type_store_size(p->front, declared) != size) {
        declared = NULL;
        bool whole = size == 1 || size == 2 || size == 4 || size == 8;
        while (!whole && (power > size || at % power))
            power /= 2;
        size = whole ? size : power;
    }
    *part = (struct part){at, size, declared ? declared : LLVMIntTypeInContext(p->front->context, 8 * size)};
    return true;
}

static void see_part(struct planner *p, const struct stretch *s, LLVMValueRef pointer, const struct part *part)
{
    bool loose = false;
    for (uint32_t k = part->offset; k < part->offset + part->size; k++)
        loose |= s->loose[k];
    if (loose && scalars_see(&p->scalars, pointer, part->offset, part->size))
        p->changed = true;
}

static void plan(struct planner *p, struct copy *c)
{
    LLVMValueRef from = source_of(c), to = destination_of(c);
    p->from.size = p->to.size = 0;
    if (from)
        scalars_at(&p->scalars, from, c->size, &p->from);
    if (to)
        scalars_at(&p->scalars, to, c->size, &p->to);
    inherit(&p->from, &p->to);
    inherit(&p->to, &p->from);
    choose_bytes(p, c);
    vector_clear(&c->reads);
    vector_clear(&c->writes);
    struct part part;
    for (uint32_t at = 0; from && next_part(p, &p->from, at, &part); at = part.offset + part.size)
        vector_push(&c->reads, part);
    for (uint32_t at = 0; to && next_part(p, &p->to, at, &part); at = part.offset + part.size)
        vector_push(&c->writes, part);
    vector_each(const struct part *, x, &c->reads)
        see_part(p, &p->from, from, x);
    vector_each(const struct part *, x, &c->writes)
        see_part(p, &p->to, to, x);
}

void plan_copies(struct front *f, copies *all)
{
    struct planner *p = NEW(struct planner);
    p->front = f;
    scalars_find(f, &p->scalars);
    p->from = stretch_new(&p->scalars.memory, LARGEST_COPY);
    p->to = stretch_new(&p->scalars.memory, LARGEST_COPY);
    do {
        p->changed = false;
        vector_each(struct copy *, c, all)
            plan(p, c);
    } while (p->changed);
    scalars_free(&p->scalars);
    mem_free(p);
}
