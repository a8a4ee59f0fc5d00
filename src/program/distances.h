/* How many edges it is from the locations of a code to one of them, whatever the guards say. */
#ifndef PROGRAM_DISTANCES_H
#define PROGRAM_DISTANCES_H

#include "program/program.h"

struct distances {
    const struct code *code; /* NULL: nothing is known yet */
    uint32_t target;
    uint32_t *edges; /* by location; NONE: no way leads there */
};

/* Of this code and target; nothing is done if it is about them already. All zeros at first. */
void distances_find(struct distances *d, const struct code *c, uint32_t target);
void distances_free(struct distances *d);

#endif
