/* Parts of deadlock.c. */
#ifndef HEDDLE_ENGINES_WIDE_DEADLOCK_H
#define HEDDLE_ENGINES_WIDE_DEADLOCK_H

#include "engines/wide/holding.h"

/* sections.c: the steps that may be inside of an atomic section; all of them where sections are begun and ended in different procedures. */
void wide_find_sections(const struct wide *w, struct bitset *inside);
bool wide_is_section(const struct outline *o, const struct outline_step *s);

/* endless.c: the steps at which a thread may go round for ever without coming to a step outside of the set. */
void wide_find_endless(const struct wide *w, const struct bitset *steps, u32_vector *out);

#endif
