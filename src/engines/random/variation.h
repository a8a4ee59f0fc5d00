/* First values of an earlier run in one that begins again, but for a few changes: a character is another, is put in or taken out, it becomes what it was compared with, or the text ends there, or from there on all is drawn. A text that is copied as
 * a whole before anything of it is looked at was drawn without knowing what matters: going on from a state behind the copy cannot mend that, reading it again with a character changed can. */
#ifndef HEDDLE_ENGINES_RANDOM_VARIATION_H
#define HEDDLE_ENGINES_RANDOM_VARIATION_H

#include "engines/random/differences.h"
#include "engines/random/priorities.h"
#include "program/trace.h"

typedef VECTOR(struct trace_initial) initial_values;

struct variation {
    initial_values values; /* about in the order in which they are read */
    uint32_t next;         /* the one that is read next, if all goes as it did then */
};

/* different: what the earlier run found different */
void variation_begin(struct variation *v, const struct program *p, const initial_values *from, const struct differences *different,
                     struct priorities *draw);
void variation_end(struct variation *v); /* all is to be drawn */
void variation_free(struct variation *v);

/* Gives x the value that it has here; false if it is to be drawn. */
bool variation_value(struct variation *v, struct trace_initial *x);

#endif
