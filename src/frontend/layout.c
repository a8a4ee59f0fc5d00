/* Addresses. Objects lie one after the other from FIRST_ADDRESS on, aligned, with a gap between them so that the end of one is not
 * the start of the next. Private objects need no address of their own for each instance; shared ones of templates with several
 * instances have one each. An unbounded template has addresses for at least 1,024 of its instances, a million where there is room: an
 * access of a later one to such an object fits no place, so what is proved with it in mind cannot be TRUE (lower_memory.c).
 * Memory allocated in a cycle has room for a limited number of incarnations, which lower_alloc.c demands, unless one is enough (incarnations.h). An object of variable size has as
 * much room as there is, at least LEAST_ROOM bytes; what a larger one is taken to be, lower_alloc.c says. */
#include "frontend/given_blocks.h"
#include "frontend/incarnations.h"
#include "frontend/regions.h"
#include "frontend/rounds.h"

enum { FIRST_ADDRESS = 0x1000, FEWEST_INCARNATIONS = 16, LEAST_ROOM = 4096 };

static const uint64_t most_incarnations = UINT64_C(1) << 32, wanted_with_any_size = UINT64_C(1) << 20;

/* A power of 2 that is a multiple of the alignment, too. */
static uint64_t power_above(const struct object *o, uint64_t n)
{
    uint64_t p = 8;
    while (p < o->alignment)
        p *= 2;
    while (p < n)
        p *= 2;
    return p;
}

static bool is_repeated(const struct threads *t, const struct object *o)
{
    uint32_t unit = threads_unit(t, o->function);
    if (unit == NONE)
        return false;
    const struct unit *u = &t->units.data[unit];
    bool entry = LLVMGetInstructionParent(o->value) == LLVMGetEntryBasicBlock(o->function);
    if (o->kind == OBJECT_STACK && !u->is_template && (o->escapes || o->is_variable)) /* each call has one of its own */
        return true;
    if (o->kind == OBJECT_STACK)
        return !entry && cfg_on_cycle(&u->cfg, o->value);
    return o->kind == OBJECT_HEAP && (!u->is_template || cfg_on_cycle(&u->cfg, o->value));
}

static uint64_t room_for(const struct object *o, uint64_t share)
{
    uint64_t room = o->size, incarnations = o->many ? wanted_with_any_size : 1;
    while (o->is_variable && room > LEAST_ROOM && room > share / incarnations)
        room /= 2;
    return room;
}

/* apart: the end of one incarnation is not the start of the next, either. share: bytes that one object may take with its instances and incarnations, if it does not need more */
static void place_object(const struct threads *t, struct object *o, uint64_t share, bool apart, uint64_t *next)
{
    uint64_t instances = 1;
    bool unbounded = false;
    if (o->kind != OBJECT_GLOBAL && o->kind != OBJECT_FUNCTION && o->escapes) {
        uint32_t unit = threads_unit(t, o->function);
        if (unit != NONE && t->units.data[unit].is_template)
            instances = t->units.data[unit].instances;
        unbounded = instances == UNBOUNDED;
        if (unbounded)
            instances = o->many ? 1 << 12 : UNBOUNDED_IDS;
    }
    o->room = room_for(o, share / instances);
    uint64_t footprint = o->room ? o->room : 1;
    if (o->many) {
        o->spacing = power_above(o, o->room + apart);
        o->capacity = share / instances / o->spacing;
        if (o->capacity > most_incarnations)
            o->capacity = most_incarnations;
        if (o->capacity < FEWEST_INCARNATIONS)
            o->capacity = FEWEST_INCARNATIONS;
        if (o->watched)
            o->capacity = 2;
        footprint = o->spacing * o->capacity;
    }
    if (instances > 1) {
        o->instance_stride = power_above(o, footprint + apart);
        while (unbounded && instances > 1024 && instances * o->instance_stride > share)
            instances /= 2;
        footprint = o->instance_stride * instances;
        o->instance_limit = instances;
    }
    *next = (*next + o->alignment - 1) / o->alignment * o->alignment;
    o->base = *next;
    *next += footprint + 1;
}

void layout_objects(struct front *f, struct pointsto *p, const struct threads *t)
{
    bool narrow = f->pointer_bytes == 4;
    uint64_t next = 0, room = narrow ? UINT64_C(0xffff0000) : UINT64_C(1) << 62;
    vector_each(struct object *, o, &p->places.objects) {
        o->many = o->kind != OBJECT_GLOBAL && o->kind != OBJECT_FUNCTION && o->kind != OBJECT_THREAD_LOCAL && is_repeated(t, o);
        const struct unit *owner = o->many ? &t->units.data[threads_unit(t, o->function)] : NULL;
        o->in_turn = o->many && owner->is_template && !front_needs(f, NEEDS_LIFETIMES) && lives_in_turn(o);
        o->many &= !o->in_turn;
        o->thread_each = o->many && o->kind == OBJECT_HEAP && has_thread_each(owner, o->value);
        o->given_to = o->many && !f->options->executions ? block_given_to(p, t, o, &o->given_again) : 0;
        if (o->given_again && front_needs(f, NEEDS_LIFETIMES))
            o->given_to = 0;
    }
    if (front_needs(f, NEEDS_LIFETIMES) && !f->options->only_uncovered)
        find_rounds(f, p, t);
    for (unsigned bits = narrow ? 28 : 52; bits >= 12; bits -= 4) {
        next = FIRST_ADDRESS;
        vector_each(struct object *, o, &p->places.objects)
            place_object(t, o, UINT64_C(1) << bits, front_needs(f, NEEDS_LIFETIMES), &next);
        if (next <= room)
            return;
    }
    if (narrow)
        f->error = arena_strdup(f->words, "the program's objects do not fit 32-bit addresses");
    else
        f->error = arena_strdup(f->words, "the program's objects do not fit 64-bit addresses");
}
