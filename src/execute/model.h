/* A program compiled for a fixed number of instances. Locations are compiled when they are first met, for every instance by
 * itself, since the fields that it works on and its id are constants of the code.
 *
 * The library execute runs programs fast. From below to above:
 *   layout     where everything lies in a state, which is a fixed number of words
 *   vm         the machine: register code on states (assemble makes the code, objects keeps big arrays and frames)
 *   inputs     which arbitrary values have to be tried
 *   model      all of these for one program: from a state and an instance to the code of its edges
 *   expand     the successors of a state, atomic sections as one step; races: what a state violates
 *   store      the states that were seen; retrace: from one of them back to a schedule
 *   hunt       a whole search, along the edges that a guide marks
 * A model is for whole states with known values. In partial/ a model (struct partial_model) is the program with shared memory of which a
 * thread knows only some slots, for the engines that reason about one thread at a time. */
#ifndef HEDDLE_EXECUTE_MODEL_H
#define HEDDLE_EXECUTE_MODEL_H

#include "execute/assemble.h"
#include "execute/inputs.h"

struct model_edge {
    uint32_t code, edge;
    uint8_t kind;     /* enum action_kind */
    uint8_t to_flags; /* of the location that it leads to */
    uint32_t to_check;
    bool guard_has_inputs, updates_have_inputs;
    struct assembled body;
    struct assembled possible;  /* guard_has_inputs: what must hold whatever the inputs are */
    struct input_values *tried; /* for each input */
    bool complete;              /* these stand for all values */
};

struct model_location {
    uint32_t code, location;
    uint8_t flags;
    bool is_return; /* a procedure's exit */
    bool waits_to_start, assumes;
    struct model_edge *edges;
    uint32_t edge_count;
};

struct model_options {
    uint64_t inline_slots, input_limit;
    bool in_place; /* code changes the state where it is */
};

struct model {
    const struct program *program;
    struct layout *layout;
    struct objects objects;
    struct inputs *inputs;
    struct vm vm;
    struct model_options options;
    uint32_t register_capacity;
    struct model_location ***locations; /* by instance, by location number; NULL until compiled */
    uint64_t ***fresh;                  /* by instance, by code: the area at the start */
    struct arena arena;
};

struct model *model_new(const struct program *p, uint32_t unbounded, struct model_options options);
void model_free(struct model *m);
bool model_valid(const struct model *m); /* for assertions: layout, machine and what is compiled fit together */

void model_initial(struct model *m, uint64_t *state);
struct model_location *model_compile(struct model *m, uint32_t instance, uint64_t location);
void model_reserve_registers(struct model *m, uint32_t count); /* code with so many registers will be run */
/* Takes the return from a procedure at its exit: n is the state after it (n may be s). */
void model_return(struct model *m, uint32_t instance, uint32_t procedure, const uint64_t *s, uint64_t *n);
/* Whether the instance is inside an atomic section in this state; flags: of its location. */
bool model_in_section(const struct model *m, uint32_t instance, const uint64_t *s, uint8_t flags);

static inline struct model_location *model_location(struct model *m, uint32_t instance, const uint64_t *s)
{
    uint64_t l = field_get(s, m->layout->instances[instance].location);
    struct model_location *c = m->locations[instance][l];
    return c ? c : model_compile(m, instance, l);
}

#endif
