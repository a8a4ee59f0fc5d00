/* The variables of an abstract state: the cells that one thread sees, as far as they are kept apart. A scalar cell is
 * one variable; an array cell is one variable a slot if it is small, else one summary variable for all slots. */
#ifndef HEDDLE_DOMAINS_SPACE_H
#define HEDDLE_DOMAINS_SPACE_H

#include "base/bitset.h"
#include "base/map.h"
#include "domains/value.h"
#include "program/program.h"

/* Values as numbers: equal values have equal numbers. */
struct value_pool {
    struct intern table;
    struct map meets; /* of two numbers: what value_numbers_meet() has found */
};
void value_pool_free(struct value_pool *pool);
uint32_t value_number(struct value_pool *pool, const struct value *v);
const struct value *value_numbered(const struct value_pool *pool, uint32_t number);
uint32_t value_numbers_meet(struct value_pool *pool, uint32_t a, uint32_t b); /* NONE: they have no value in common */

struct variable {
    uint32_t cell;
    uint64_t slot;  /* of an array that is kept slot by slot; else 0 */
    uint32_t count; /* variables of the cell */
    uint8_t width;
    bool summary; /* stands for all slots: writes are weak */
    bool shared;
};

struct domain;
struct space {
    const struct program *program;
    struct value_pool *pool; /* shared by all spaces of an analysis */
    const struct domain *domain;
    VECTOR(struct variable) variables; /* the shared ones come first */
    uint32_t shared_count;
    uint32_t *first;           /* by cell: its first variable, or NONE if the cell is not in this space */
    const uint32_t *instances; /* by template, for cell_slot(); 0 where unbounded */
    struct value self;         /* what E_SELF may be */
    void *relations;           /* what the domain keeps for all states (its packs) */
};

enum {
    EXPANDED_SLOTS_MAX = 64,      /* of an array */
    EXPANDED_INSTANCES_MAX = 256, /* of what there is once for each instance of a thread */
};

/* Of these cells. Pool and instances belong to the caller. */
struct space *space_new(const struct program *p, const struct bitset *cells, struct value self, struct value_pool *pool,
                        const uint32_t *instances, const struct domain *domain);
void space_free(struct space *s);

static inline uint32_t space_count(const struct space *s, uint32_t cell) /* variables of a cell that it has */
{
    return s->variables.data[s->first[cell]].count;
}
bool space_is_summary(const struct space *s, uint32_t cell);
/* Whether an array cell has an index outside all ranges for some member of index. */
bool space_may_miss(const struct space *s, uint32_t cell, const struct value *index);
/* Variable of a cell at an index (0 for scalars), NONE if the index is outside. The cell is not a summary. */
uint32_t space_variable(const struct space *s, uint32_t cell, uint64_t index);
struct value space_initial(const struct space *s, uint32_t variable);

#endif
