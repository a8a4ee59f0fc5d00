/* Edges that a search should take first. */
#ifndef HEDDLE_EXECUTE_GUIDE_H
#define HEDDLE_EXECUTE_GUIDE_H

#include "base/bitset.h"
#include "program/program.h"

struct guide {
    const struct program *program;
    struct bitset *edges; /* by code */
};
void guide_init(struct guide *g, const struct program *p);
void guide_free(struct guide *g);
void guide_clear(struct guide *g);
void guide_mark(struct guide *g, uint32_t code, uint32_t edge);
void guide_mark_location(struct guide *g, uint32_t code, uint32_t location); /* its edges out */

#endif
