/* See pointers.h. The object is the last one that begins at the address or before; its shape says what is there. */
#include "report/pointers.h"

#include "report/schedule.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* glibc's name for bytes of its own, in a union: the value of a semaphore, which begins there, is the semaphore's. */
#define LIBRARY_BYTES "__size"

struct found {
    const struct memory_object *object;
    uint32_t instance;
    uint64_t incarnation, offset;
};

static const struct memory_object *last_from(const memory_objects *all, uint64_t address)
{
    uint32_t low = 0, high = all->size;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (all->data[middle].first <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &all->data[low - 1] : NULL;
}

/* The end of an object belongs to it: pointers may be there. */
static bool find(const struct program *p, uint32_t unbounded, uint64_t address, struct found *f)
{
    const struct memory_object *o = last_from(&p->objects, address);
    if (!o)
        return false;
    *f = (struct found){.object = o, .offset = address - o->first};
    if (o->instance_stride) {
        uint64_t n = f->offset / o->instance_stride, all = p->codes.data[o->per_instance].instances;
        if (n >= (all == UNBOUNDED ? unbounded : all))
            return false;
        f->instance = (uint32_t)n;
        f->offset %= o->instance_stride;
    }
    if (o->spacing) {
        f->incarnation = f->offset / o->spacing;
        f->offset %= o->spacing;
    }
    return f->offset <= o->size;
}

static const struct memory_member *member_at(const struct memory_shape *s, uint64_t offset)
{
    for (uint32_t i = 0; i < s->member_count; i++)
        if (offset >= s->members[i].offset && offset < s->members[i].offset + s->members[i].shape->size)
            return &s->members[i];
    return NULL;
}

/* The way from an object to the byte; whole: it ends at the first thing that begins there. Returns what is left of the offset in
 * *shape, the last thing on the way. */
static uint64_t path_in(struct text *out, const struct memory_shape **shape, uint64_t offset, bool whole)
{
    const struct memory_shape *s;
    while ((s = *shape)) {
        if (s->kind == SHAPE_ARRAY && s->element->size) {
            text_printf(out, "[%" PRIu64 "]", offset / s->element->size);
            offset %= s->element->size;
            *shape = s->element;
            continue;
        }
        const struct memory_member *m = s->kind == SHAPE_STRUCT && !(whole && !offset) ? member_at(s, offset) : NULL;
        if (!m || (!offset && !strcmp(m->name, LIBRARY_BYTES)))
            break;
        if (*m->name)
            text_printf(out, ".%s", m->name);
        offset -= m->offset;
        *shape = m->shape;
    }
    return offset;
}

static uint64_t print_found(struct text *out, const struct program *p, uint32_t unbounded, const struct found *f, bool whole)
{
    const struct memory_object *o = f->object;
    struct arena words = ARENA_EMPTY;
    if (o->instance_stride)
        text_printf(out, "%s:", thread_name(p, unbounded, o->per_instance, f->instance, &words));
    text_append(out, o->name);
    if (o->spacing)
        text_printf(out, "%c%" PRIu64, strchr(o->name, '#') ? '.' : '#', f->incarnation + 1);
    arena_release(&words);
    const struct memory_shape *shape = o->shape;
    return path_in(out, &shape, f->offset, whole);
}

bool place_print(struct text *out, const struct program *p, uint32_t unbounded, uint64_t address, unsigned unit)
{
    struct found f;
    if (!find(p, unbounded, address, &f) || f.offset == f.object->size)
        return false;
    uint64_t rest = print_found(out, p, unbounded, &f, false);
    if (!f.object->shape && unit && f.object->size > unit && rest % unit == 0)
        text_printf(out, "[%" PRIu64 "]", rest / unit);
    else if (rest)
        text_printf(out, " (byte %" PRIu64 ")", rest);
    return true;
}

const struct memory_shape *place_of_parts(const struct program *p, uint32_t unbounded, uint64_t address, unsigned unit)
{
    struct found f;
    struct text unused = {0};
    if (!unit || !find(p, unbounded, address, &f) || f.offset == f.object->size)
        return NULL;
    const struct memory_shape *s = f.object->shape;
    uint64_t offset = path_in(&unused, &s, f.offset, false);
    text_free(&unused);
    bool joins = s && s->kind == SHAPE_SCALAR && !offset && s->size > unit && s->size <= sizeof(uint64_t) && s->size % unit == 0;
    return joins ? s : NULL;
}

bool is_padding(const struct program *p, uint32_t unbounded, const struct cell *c, uint64_t index)
{
    struct found f;
    struct text unused = {0};
    if (!cell_is_array(c) || c->role != CELL_DATA || !find(p, unbounded, index, &f) || f.offset == f.object->size)
        return false;
    const struct memory_shape *s = f.object->shape;
    uint64_t offset = path_in(&unused, &s, f.offset, false);
    text_free(&unused);
    return s && s->kind == SHAPE_STRUCT && offset && s->member_count && !member_at(s, offset);
}

void pointer_print(struct text *out, const struct program *p, uint32_t unbounded, uint64_t value)
{
    struct found f;
    if (!value) {
        text_append(out, "NULL");
    } else if (!find(p, unbounded, value, &f)) {
        text_printf(out, "0x%" PRIx64, value);
    } else {
        bool is_data = f.object->kind == MEMORY_DATA;
        text_append(out, is_data ? "&" : f.object->name);
        uint64_t rest = is_data ? print_found(out, p, unbounded, &f, true) : f.offset;
        if (rest)
            text_printf(out, " + %" PRIu64 " byte%s", rest, rest > 1 ? "s" : "");
    }
}

/* --- cells --- */

/* The first name that has the value; false if there is none. */
static bool print_enumerator(struct text *out, const struct cell *c, int64_t value)
{
    for (const char *name = c->enumerators; name && *name; name = strchr(name, ' ') + 1) {
        size_t length = strcspn(name, "=");
        if (strtoll(name + length + 1, NULL, 10) == value) {
            text_append_bytes(out, name, length);
            return true;
        }
    }
    return false;
}

/* As C writes it: with as many digits as it takes to tell it from all others. */
static void print_float(struct text *out, unsigned width, uint64_t value)
{
    enum { MOST_DIGITS = 17 };
    float f;
    double d;
    char words[64];
    memcpy(&f, &value, sizeof f); /* the lower half, as everywhere on x86 */
    memcpy(&d, &value, sizeof d);
    d = width == 32 ? (double)f : d;
    for (int digits = 1; digits <= MOST_DIGITS; digits++) {
        snprintf(words, sizeof words, "%.*g", digits, d);
        double back = strtod(words, NULL);
        if (back == d || (width == 32 && (float)back == f))
            break;
    }
    text_append(out, words);
}

/* Memory of which nobody knows the type: "malloc@10.at8". */
static bool is_untyped(const struct cell *c)
{
    const char *at = strrchr(c->name, '.');
    return at && !strncmp(at, ".at", 3) && at[3] && strspn(at + 3, "0123456789") == strlen(at + 3);
}

/* The bytes of several characters, which may be meant: behind the number. */
static void print_characters(struct text *out, const struct cell *c, uint64_t value)
{
    unsigned bytes = c->width / 8, n = 0;
    while (n < bytes && (value >> 8 * n & 0xff) >= ' ' && (value >> 8 * n & 0xff) < 127)
        n++;
    if (n < 2 || (n < 8 && value >> 8 * n))
        return;
    text_append(out, " \"");
    for (unsigned i = 0; i < n; i++) {
        char one = (char)(value >> 8 * i & 0xff);
        text_printf(out, "%s%c", one == '"' || one == '\\' ? "\\" : "", one);
    }
    text_char(out, '"');
}

void value_print(struct text *out, const struct program *p, uint32_t unbounded, const struct cell *c, uint64_t value)
{
    assert(c->id < p->cells.size);
    if (print_enumerator(out, c, sign_extend(value, c->width)))
        return;
    if (c->is_pointer)
        pointer_print(out, p, unbounded, value);
    else if (c->is_float)
        print_float(out, c->width, value);
    else if (c->is_signed && c->width == 8 && value >= ' ' && value < 127) /* a char, as debuggers show it */
        text_printf(out, "%" PRIu64 " '%s%c'", value, value == '\'' || value == '\\' ? "\\" : "", (char)value);
    else if (c->is_signed && c->width == 8 && value >= '\a' && value <= '\r')
        text_printf(out, "%" PRIu64 " '\\%c'", value, "abtnvfr"[value - '\a']);
    else if (c->is_signed && c->width > 1)
        text_printf(out, "%" PRId64, sign_extend(value, c->width));
    else
        text_printf(out, "%" PRIu64, value);
    if (c->width > 8 && !c->is_pointer && !c->is_float && is_untyped(c))
        print_characters(out, c, value);
}

void joined_print(struct text *out, const struct program *p, uint32_t unbounded, const struct cell *c,
                  const struct memory_shape *whole, uint64_t value)
{
    struct cell like = *c;
    like.width = (uint8_t)(whole->size * 8);
    like.is_pointer = whole->is_pointer;
    like.is_signed = whole->is_signed;
    like.is_float = whole->is_float;
    like.enumerators = whole->enumerators;
    value_print(out, p, unbounded, &like, value);
}

/* Memory is indexed by address; bookkeeping by the numbers of instances. */
void cell_print(struct text *out, const struct program *p, uint32_t unbounded, const struct cell *c, uint64_t index)
{
    assert(c->id < p->cells.size);
    if (!cell_is_array(c)) {
        const char *bytes = ends_with(c->name, "." LIBRARY_BYTES "[0]") ? strrchr(c->name, '.') : NULL;
        text_append_bytes(out, c->name, bytes ? (size_t)(bytes - c->name) : strlen(c->name));
        return;
    }
    if ((c->role == CELL_DATA || c->role == CELL_SYNC) && place_print(out, p, unbounded, index, c->width / 8))
        return;
    const char *brackets = strstr(c->name, "[]");
    size_t before = brackets ? (size_t)(brackets - c->name) : strlen(c->name);
    text_printf(out, "%.*s[%" PRIu64 "]%s", (int)before, c->name, index, brackets ? brackets + 2 : "");
}
