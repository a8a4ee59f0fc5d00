/* Proof files that were tampered with. */
#ifndef HEDDLE_TESTS_FORGE_MUTATE_H
#define HEDDLE_TESTS_FORGE_MUTATE_H

#include <cjson/cJSON.h>
#include <stdint.h>

#include "base/text.h"

/* Changes one thing in the file: something that a proof says, what it claims, or its parts as a whole. */
void forge_mutate(cJSON *file, uint64_t *seed);

/* Changes the bytes: cut off, some of them others, nested too deep, numbers too long. */
void forge_damage(struct text *bytes, uint64_t *seed);

#endif
