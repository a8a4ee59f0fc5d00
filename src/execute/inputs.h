/* Which values of an arbitrary value have to be tried. Few bits: all of them. Otherwise it depends on what is done with the
 * value and with all that it is copied to:
 *  - only compared with constants, also as floating-point numbers: values between the same two constants cannot be told apart, one of each interval is enough;
 *  - also divided by constants for the remainder: so many values of each interval as there are remainders;
 *  - only single bits looked at, and equality with constants: all combinations of these bits, and the constants;
 *  - anything else: some values, and the search is incomplete.
 *
 * That is for whole runs. Who forgets where a value came from after one step asks about one action alone (the last three). */
#ifndef HEDDLE_EXECUTE_INPUTS_H
#define HEDDLE_EXECUTE_INPUTS_H

#include "program/program.h"

struct input_values {
    uint64_t *values; /* different from each other */
    uint32_t count;
    bool complete; /* they stand for all values */
};

struct inputs;                                                      /* of one program */
struct inputs *inputs_new(const struct program *p, uint64_t limit); /* limit: so many values may be tried one by one */
void inputs_free(struct inputs *d);
struct input_values inputs_of_site(struct inputs *d, uint32_t site, unsigned width);
struct input_values inputs_of_cell(struct inputs *d, uint32_t cell);
/* Whether values of an array may be copied to another one, or from there. */
bool inputs_is_copied(struct inputs *d, uint32_t array);

typedef VECTOR(uint64_t) u64_vector;

/* Values of a wide input of the action that stand for all: where it is only compared with constants, those and their
 * neighbours. False if it is used otherwise. Values may come more than once. */
bool input_representatives(const struct action *a, uint32_t site, uint8_t width, u64_vector *out);

/* The values of a wide input of the action, cut at the constants that it is compared with: small pieces value by value,
 * large ones by a member. False if it is not compared, or there are too many. */
bool input_pieces(const struct action *a, uint32_t site, uint8_t width, u64_vector *values, u64_vector *members);

/* All values of the input that comparisons with constants in the guard leave, each once. False if they are more than the limit, or none. */
bool input_within(expr guard, uint32_t site, uint8_t width, uint64_t limit, u64_vector *out);

#endif
