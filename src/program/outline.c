/* Outlines: memory, overlap of places, what holds of one, and text. */
#include "program/outline.h"

#include "base/text.h"
#include "program/strided.h"

void outline_free(struct outline *o)
{
    vector_free(&o->objects);
    vector_free(&o->places);
    vector_free(&o->procedures);
    vector_free(&o->blocks);
    vector_free(&o->steps);
    vector_free(&o->arguments);
    vector_free(&o->batches);
    vector_free(&o->loops);
    vector_free(&o->readers);
    vector_free(&o->lists);
    vector_free(&o->homes);
    vector_free(&o->elements);
    vector_free(&o->members);
    vector_free(&o->made);
    vector_free(&o->readings);
    vector_free(&o->numbers);
    vector_free(&o->filled);
    vector_free(&o->links);
    vector_free(&o->unknown);
    vector_free(&o->unknown_at);
    arena_release(&o->arena);
    arena_release(&o->strings);
    mem_free(o);
}

static struct strided bytes_of(const struct outline_place *p)
{
    return (struct strided){p->first, p->stride, p->end, p->inner, p->inner ? p->room : 0};
}

bool outline_places_overlap(const struct outline_place *a, uint64_t width_a, const struct outline_place *b, uint64_t width_b)
{
    return a->object == b->object && strided_overlap(bytes_of(a), width_a, bytes_of(b), width_b);
}

bool outline_begins_zero(const struct outline *o, const struct outline_place *at, uint64_t width)
{
    const struct outline_object *x = &o->objects.data[at->object];
    bool zero = x->zeroed || x->filled_count;
    for (uint32_t k = 0; zero && k < x->filled_count; k++)
        zero = !outline_places_overlap(at, width, &o->filled.data[x->filled + k], 1);
    return zero;
}

static bool address_valid(const struct outline *o, const struct outline_procedure *p, const struct outline_address *a)
{
    return (a->base == NONE || a->base < p->value_count) && (a->root == NONE || a->root < p->value_count) &&
           a->places + a->place_count <= o->places.size;
}

static bool numbers_below(const struct outline *o, uint32_t first, uint32_t count, uint32_t limit)
{
    if (first + count > o->numbers.size)
        return false;
    for (uint32_t k = 0; k < count; k++)
        if (o->numbers.data[first + k] >= limit)
            return false;
    return true;
}

static bool block_valid(const struct outline *o, const struct outline_procedure *p, const struct outline_block *b)
{
    if (b->steps + b->step_count > o->steps.size || !numbers_below(o, b->nexts, b->next_count, p->block_count) ||
        !numbers_below(o, b->values, b->value_count, p->value_count) || (b->try_next != NONE && b->try_next >= b->next_count) ||
        b->joined + 2 * b->joined_count > o->numbers.size)
        return false;
    for (uint32_t k = 0; k < b->joined_count; k++)
        if (o->numbers.data[b->joined + 2 * k] >= b->next_count || o->numbers.data[b->joined + 2 * k + 1] >= o->batches.size)
            return false;
    for (uint32_t k = 0; k < b->step_count; k++) {
        const struct outline_step *s = &o->steps.data[b->steps + k];
        if ((s->batch != NONE && s->batch >= o->batches.size) || (s->owner != NONE && s->owner >= o->arguments.size) ||
            !address_valid(o, p, &s->address) || !numbers_below(o, s->callees, s->callee_count, o->procedures.size) ||
            s->arguments + s->argument_count > o->arguments.size || s->homes + s->home_count > o->homes.size)
            return false;
        for (uint32_t h = 0; h < s->home_count; h++)
            if (o->homes.data[s->homes + h].base != NONE && o->homes.data[s->homes + h].base >= p->value_count)
                return false;
        for (uint32_t a = 0; a < s->argument_count; a++)
            if (!address_valid(o, p, &o->arguments.data[s->arguments + a]))
                return false;
    }
    return true;
}

static bool loop_valid(const struct outline *o, const struct outline_loop *l)
{
    if (l->procedure >= o->procedures.size)
        return false;
    const struct outline_procedure *p = &o->procedures.data[l->procedure];
    return l->first < p->block_count && l->test < p->block_count && l->out < o->blocks.data[p->blocks + l->test].next_count &&
           (l->bound == NONE || l->bound < p->block_count) && numbers_below(o, l->again, l->again_count, p->block_count);
}

bool outline_valid(const struct outline *o, const char **why)
{
    *why = "no procedure";
    if (!o->procedures.size)
        return false;
    *why = "a place in no object";
    vector_each(const struct outline_place *, p, &o->places)
        if (p->object >= o->objects.size)
            return false;
    *why = "a block that is not well-formed";
    vector_each(const struct outline_procedure *, p, &o->procedures) {
        if (!p->block_count || p->blocks + p->block_count > o->blocks.size)
            return false;
        for (uint32_t b = 0; b < p->block_count; b++)
            if (!block_valid(o, p, &o->blocks.data[p->blocks + b]))
                return false;
    }
    *why = "a loop that is not well-formed";
    vector_each(const struct outline_loop *, l, &o->loops)
        if (!loop_valid(o, l))
            return false;
    *why = "a link to no object";
    vector_each(const struct outline_link *, l, &o->links)
        if (l->from >= o->objects.size || l->to >= o->objects.size)
            return false;
    return true;
}

/* --- text --- */

static void print_address(const struct outline *o, const struct outline_address *a, struct text *out)
{
    if (a->base != NONE)
        text_printf(out, " v%u%+lld", a->base, (long long)a->offset);
    text_append(out, " {");
    for (uint32_t k = 0; k < a->place_count; k++) {
        const struct outline_place *p = &o->places.data[a->places + k];
        text_printf(out, "%s%s%s", k ? ", " : "", o->objects.data[p->object].name, p->member);
        if (p->stride)
            text_printf(out, "(+%llu..%llu by %llu)", (unsigned long long)p->first, (unsigned long long)p->end,
                        (unsigned long long)p->stride);
        if (p->inner)
            text_printf(out, "[%llu by %llu]", (unsigned long long)p->room, (unsigned long long)p->inner);
    }
    text_append(out, "}");
}

static void print_step(const struct outline *o, const struct outline_step *s, struct text *out)
{
    static const char *const names[] = {"access", "lock", "unlock",  "call", "create", "join", "allocate", "publish", "batch",
                                        "try",    "wait", "destroy", "fail", "assume", "seen", "return",   "halt"};
    text_printf(out, "    %s", s->kind == OUTLINE_ACCESS ? s->write ? "write" : "read" : names[s->kind]);
    if (s->kind == OUTLINE_ACCESS)
        text_printf(out, "%s %u", s->atomic ? " atomic" : "", s->width);
    if (s->shared)
        text_append(out, " shared");
    if (s->end == OUTLINE_BY_JUMP)
        text_append(out, " by jump");
    for (uint32_t k = 0; k < s->callee_count; k++)
        text_printf(out, " %s", o->procedures.data[o->numbers.data[s->callees + k]].name);
    if ((s->kind == OUTLINE_PUBLISH || s->kind == OUTLINE_ALLOCATE) && s->address.root != NONE)
        text_printf(out, " v%u", s->address.root);
    else if (s->kind != OUTLINE_CALL && s->kind != OUTLINE_RETURN)
        print_address(o, &s->address, out);
    for (uint32_t k = 0; k < s->argument_count; k++)
        print_address(o, &o->arguments.data[s->arguments + k], out);
    if (s->batch != NONE)
        text_printf(out, " batch %u", s->batch);
    if (s->kind == OUTLINE_ACCESS && (s->batch != NONE || s->index != NONE))
        text_printf(out, " at %lld by %llu", (long long)s->from, (unsigned long long)s->scale);
    if (s->index != NONE)
        text_printf(out, s->index_read ? " of what is at v%u%+lld" : " of v%u", s->index, (long long)s->index_at);
    if (s->owner != NONE) {
        text_append(out, " of who is in");
        print_address(o, &o->arguments.data[s->owner], out);
    }
    text_printf(out, "  line %u\n", s->pos.line);
}

void outline_print(const struct outline *o, struct text *out)
{
    vector_each(const struct outline_procedure *, p, &o->procedures) {
        text_printf(out, "%s: %u parameters, %u values\n", p->name, p->parameter_count, p->value_count);
        for (uint32_t k = 0; k < p->block_count; k++) {
            const struct outline_block *b = &o->blocks.data[p->blocks + k];
            text_printf(out, "  block %u ->", k);
            for (uint32_t n = 0; n < b->next_count; n++)
                text_printf(out, " %u%s", o->numbers.data[b->nexts + n], n == b->try_next ? " (locked)" : "");
            for (uint32_t n = 0; n < b->joined_count; n++)
                text_printf(out, ", to %u batch %u is joined", o->numbers.data[b->nexts + o->numbers.data[b->joined + 2 * n]],
                            o->numbers.data[b->joined + 2 * n + 1]);
            text_append(out, "\n");
            for (uint32_t s = 0; s < b->step_count; s++)
                print_step(o, &o->steps.data[b->steps + s], out);
        }
    }
    vector_each(const char **, name, &o->unknown)
        text_printf(out, "unknown: %s\n", *name);
}
