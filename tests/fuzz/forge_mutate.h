/* Proof files that were tampered with. */
#ifndef HEDDLE_TESTS_FORGE_MUTATE_H
#define HEDDLE_TESTS_FORGE_MUTATE_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

/* Changes one thing in the file: something that a proof says, what it claims, or its parts as a whole. */
void forge_mutate(cJSON *file, uint64_t *seed);

/* Says something of every location, or of every two: what it takes to exclude the errors, and otherwise true, false or
 * what stands in the file. locations: by template; errors: by template and location. */
struct forge_shape {
    uint32_t templates;
    const uint32_t *locations;
    bool (*is_error)(const void *context, uint32_t code, uint32_t location);
    const void *context;
};
void forge_rewrite(cJSON *file, const struct forge_shape *shape, uint64_t *seed);

/* One thread knows nothing any more, and disturbs the others. */
void forge_silence(cJSON *file, uint64_t *seed);

/* Changes the bytes: cut off, some of them others, nested too deep, numbers too long. */
void forge_damage(struct text *bytes, uint64_t *seed);

#endif
