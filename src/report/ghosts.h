/* Ghost variables for what the C program has no variable for (witness_proof.h says which there are). */
#ifndef HEDDLE_REPORT_GHOSTS_H
#define HEDDLE_REPORT_GHOSTS_H

#include "report/witness_proof.h"

/* Adds to w->ghosts those whose updates can be written down. */
void ghosts_find(struct witness_proof *w, const struct program *p, struct sources *s);
/* The one for a cell at an index; NULL if there is none. */
struct witness_ghost *ghost_of(struct witness_proof *w, uint32_t cell, uint64_t index);

#endif
