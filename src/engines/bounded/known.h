/* Bits that are the same whenever they are read. Of a shared cell: bits that all that a read may find there has in common, and
 * bits that are equal to others (of a flag that is 0 or 400, the three that are not always 0), found by unrolling once
 * before (settle.c). Of an input: bits above a bound that every step with this input demands. */
#ifndef HEDDLE_ENGINES_BOUNDED_KNOWN_H
#define HEDDLE_ENGINES_BOUNDED_KNOWN_H

#include "logic/bitblast.h"
#include "program/program.h"

struct known_bits {
    uint64_t zeros, ones; /* bits that are always 0, always 1 */
    uint64_t alike;       /* bits that are always equal to the lowest of these */
};

struct known_bits known_initially(const struct cell *c);
word known_word(const struct known_bits *k, struct blaster *b, unsigned width); /* fresh bits where nothing is known */

/* How many low bits of the input can be other than 0, wherever one of the steps from the location is taken. */
unsigned known_input_bits(const struct code *c, uint32_t location, uint32_t site, unsigned width);

#endif
