/* Which way leads to a race that is aimed at: for programs that were cut, where a thread may go any way and most of them lead to its end, and for those where a way may end in something
 * that is not supported. A location is of use if one of the two accesses may
 * come after it, or the creation of a thread that makes one of them, or creates one that does. */
#ifndef HEDDLE_ENGINES_RANDOM_STEERING_H
#define HEDDLE_ENGINES_RANDOM_STEERING_H

#include "program/program.h"

struct steering; /* towards the races of one program */

struct steering *steering_new(const struct program *p);
void steering_free(struct steering *s);
bool steering_helps(const struct program *p); /* there are such ways */

/* Whether the location is of use for that check. */
bool steering_useful(struct steering *s, const struct check *c, uint32_t code, uint32_t location);

/* Where its objects begin, if it was cut: then pointers may be any; to be freed. */
uint64_t *steering_addresses(const struct program *p, uint32_t *count);

#endif
