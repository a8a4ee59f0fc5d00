/* Bytes of an object at equal distances: what an index into an array may reach. */
#ifndef HEDDLE_PROGRAM_STRIDED_H
#define HEDDLE_PROGRAM_STRIDED_H

#include <stdbool.h>
#include <stdint.h>

struct strided {
    uint64_t first, stride; /* stride 0: exactly first; else first + k * stride, */
    uint64_t end;           /* below end */
    uint64_t inner, room;   /* inner not 0: of an array in each element of an array, + j * inner, j * inner < room */
};

/* Whether so many bytes at some byte of a and so many at some byte of b may have one in common. Where both have strides, ends are taken
 * loosely: true may be too much, false is right. */
bool strided_overlap(struct strided a, uint64_t width_a, struct strided b, uint64_t width_b);

uint64_t gcd(uint64_t a, uint64_t b); /* the greatest common divisor; gcd(a, 0) is a */

#endif
