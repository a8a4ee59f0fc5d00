/* Equations of three terms, y == x + z + k, and such of two and three terms where a flag is set: what was put in is what was taken out and what is
 * on its way. */
#ifndef HEDDLE_ENGINES_GUESS_SUMS_H
#define HEDDLE_ENGINES_GUESS_SUMS_H

#include "engines/guess/vocabulary.h"

/* Those that hold in all samples of a location, unless fewer terms would say it or too few samples tell; they are added. */
void sums_find(const struct vocabulary *words, const struct sampled_location *sampled, struct exprs *exprs, expr_list *to);

#endif
