/* What trees.c asks taken_back.c. */
#ifndef HEDDLE_ENGINES_WIDE_TREES_H
#define HEDDLE_ENGINES_WIDE_TREES_H

#include "engines/wide/wide.h"

/* Adds the accesses to records, of those that the creating step gives to one thread each, that are made when that thread has been joined. arguments: the objects that they are. */
void wide_find_taken_back(const struct wide *w, uint32_t create, const struct bitset *arguments, struct bitset *out);

#endif
