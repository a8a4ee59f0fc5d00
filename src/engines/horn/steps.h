/* What threads do in one go: an edge, or all that an atomic section does, as one action. */
#ifndef HEDDLE_ENGINES_HORN_STEPS_H
#define HEDDLE_ENGINES_HORN_STEPS_H

#include "program/program.h"

struct horn_step {
    uint32_t code, from, to;
    struct action action;
};
typedef VECTOR(struct horn_step) horn_steps;

/* Adds all steps of the templates; actions are made in p's arena. False if there is a section with a loop, or with too many ways through
 * it: then every edge is a step. */
bool horn_steps_make(struct program *p, horn_steps *steps);

/* Whether nobody else moves while an instance is there. */
bool is_inside_section(const struct code *c, uint32_t location);
/* Whether something happens after the step. */
bool step_goes_on(const struct program *p, uint32_t code, const struct action *a, uint32_t to);

#endif
