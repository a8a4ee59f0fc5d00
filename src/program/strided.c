#include "program/strided.h"

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

bool strided_overlap(struct strided a, uint64_t width_a, struct strided b, uint64_t width_b)
{
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
