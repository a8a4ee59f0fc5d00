#include "program/strided.h"

#include <assert.h>

uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t t = a % b;
        a = b;
        b = t;
    }
    return a;
}

static bool exact_meets(uint64_t at, uint64_t width_at, struct strided array, uint64_t width)
{
    uint64_t e = array.first;
    if (at + 1 > e + width)
        e += (at + 1 - width - e + array.stride - 1) / array.stride * array.stride;
    return e < at + width_at && e < array.end;
}

static bool plain_overlap(struct strided a, uint64_t width_a, struct strided b, uint64_t width_b)
{
    assert(!a.inner && !b.inner);
    if (!a.stride && !b.stride)
        return a.first < b.first + width_b && b.first < a.first + width_a;
    if (!a.stride)
        return exact_meets(a.first, width_a, b, width_b);
    if (!b.stride)
        return exact_meets(b.first, width_b, a, width_a);
    if (a.first >= b.end + width_b || b.first >= a.end + width_a)
        return false;
    uint64_t g = gcd(a.stride, b.stride), d = (a.first % g + g - b.first % g) % g; /* a lies d after b, modulo g */
    return d < width_b || g - d < width_a;
}

static struct strided flat(struct strided a)
{
    return (struct strided){.first = a.first, .stride = a.inner ? gcd(a.stride, a.inner) : a.stride, .end = a.end};
}

/* How far its last byte may lie behind the beginning of its first part in an element. */
static uint64_t span(struct strided a, uint64_t width) { return a.inner ? (a.room - 1) / a.inner * a.inner + width : width; }

/* Where one lies in elements of so many bytes, none of its parts in two of them, counted from the first part of a. */
static bool in_elements(struct strided a, uint64_t width, uint64_t size)
{
    return (!a.stride || a.stride == size) && (!a.inner || a.room) && span(a, width) <= size && a.first <= INT64_MAX;
}

static struct strided part_at(struct strided a, uint64_t at)
{
    return (struct strided){.first = at, .stride = a.inner, .end = at + (a.inner ? a.room : 1)};
}

bool strided_overlap(struct strided a, uint64_t width_a, struct strided b, uint64_t width_b)
{
    uint64_t size = a.inner ? a.stride : b.stride;
    if (!a.inner && !b.inner)
        return plain_overlap(a, width_a, b, width_b);
    if (!in_elements(a, width_a, size) || !in_elements(b, width_b, size))
        return plain_overlap(flat(a), width_a, flat(b), width_b);
    uint64_t end_a = a.stride ? a.end : a.first + 1, end_b = b.stride ? b.end : b.first + 1;
    if (a.first >= end_b + width_b || b.first >= end_a + width_a)
        return false;
    uint64_t behind = (b.first % size + size - a.first % size) % size;
    struct strided one = part_at(a, size); /* b is as far behind it, and in the element before */
    return plain_overlap(one, width_a, part_at(b, size + behind), width_b) ||
           plain_overlap(one, width_a, part_at(b, behind), width_b);
}
