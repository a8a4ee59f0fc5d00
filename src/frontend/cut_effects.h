/* What a part of a program that was cut does to cells: each holds from then on what the part writes there if that is a constant, and any value otherwise. */
#ifndef HEDDLE_FRONTEND_CUT_EFFECTS_H
#define HEDDLE_FRONTEND_CUT_EFFECTS_H

#include "program/program.h"

struct cut_effect {
    uint32_t cell;
    expr index, value; /* NULL: any */
};
typedef VECTOR(struct cut_effect) cut_effects;

struct cut_effect cut_effect_of(const struct program *p, const struct update *u);
/* Each of them once, and those of a cell that would be many become one: any value. */
void cut_effects_reduce(cut_effects *effects);

expr cut_any(struct program *p, unsigned width); /* a value that nobody knows */
/* An approximate location; returns: all that is not known of how a run comes by are the values that it writes. */
uint32_t cut_location(struct program *p, uint32_t code, bool returns, const char *reason, const struct position *pos);
/* Whether it can be said of all cells afterwards that they may hold any value: which slots of an array do, cannot. */
bool cut_effects_are_plain(const struct program *p, const cut_effects *effects);
/* The end of the part, from ends[0] to ends[1]: a run that had none of the effects has not got the right values either (they are written as they are, which counts as any value). */
void cut_end(struct program *p, uint32_t code, const uint32_t ends[2], const cut_effects *effects, const char *reason);
/* An edge from ends[0] to ends[1] that has the effect. */
void cut_effect_edge(struct program *p, uint32_t code, const uint32_t ends[2], const struct cut_effect *x,
                     const struct position *pos);

#endif
