/* Cells that take more and more values (counters): to be forgotten, so that the fixpoint ends. */
#ifndef HEDDLE_ENGINES_MODULAR_EXPLOSION_H
#define HEDDLE_ENGINES_MODULAR_EXPLOSION_H

#include "engines/modular/fixpoint.h"

/* The cell with the most values in the unfinished fixpoint, or NONE if no cell has many. */
uint32_t explosion_cell(const struct fixpoint *f);

#endif
