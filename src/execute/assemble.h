/* Compiles an edge, as one instance takes it, to register code (vm.h). */
#ifndef HEDDLE_EXECUTE_ASSEMBLE_H
#define HEDDLE_EXECUTE_ASSEMBLE_H

#include "execute/vm.h"

struct vm_input {
    uint32_t site;
    uint8_t width;
};

struct assembled {
    struct vm_instruction *code; /* in the arena */
    struct vm_input *inputs;     /* register k holds input k */
    uint32_t input_count;
    uint32_t register_count;
};

struct assembling {
    uint32_t code, edge;
    expr guard;            /* the action's, or a stronger one */
    const uint64_t *fresh; /* area of the callee at its start, for a call; else NULL */
    bool in_place;         /* the state is changed where it is */
};
struct assembled assemble_edge(const struct layout *l, uint32_t instance, const struct assembling *what, struct arena *arena);

/* The expressions alone: afterwards register result[k] holds the value of e[k]. */
struct assembled assemble_values(const struct layout *l, uint32_t instance, const expr *e, uint32_t count, uint32_t *result,
                                 struct arena *arena);

/* The guard alone, weakened to what it needs whatever the inputs are (undefined values: as in assemble_edge). */
struct assembled assemble_possible(const struct layout *l, uint32_t instance, expr guard, struct arena *arena);

/* What an expression is for this instance if that does not depend on the state; false if unknown. */
bool constant_for(const struct layout *l, uint32_t instance, expr e, uint64_t *value);

#endif
