/* Is there z >= 0 with A z >= b? A small revised simplex in floating point for one A and many b: every question
 * starts from the basis of the last. The answer is a hint only: what comes of "no" are multipliers that the caller
 * checks exactly. */
#ifndef HEDDLE_COVER_SIMPLEX_H
#define HEDDLE_COVER_SIMPLEX_H

#include <stdbool.h>
#include <stdint.h>

struct simplex;
struct simplex *simplex_make(uint32_t rows);
void simplex_free(struct simplex *x);

/* One more column of A: the values at these rows. Columns come before the first question. */
void simplex_column(struct simplex *x, const uint32_t *rows, const double *values, uint32_t size);

enum simplex_answer { SIMPLEX_YES, SIMPLEX_NO, SIMPLEX_TIRED };

/* After SIMPLEX_NO: multipliers (one a row) are >= 0, with multipliers * A <= 0 and multipliers * b > 0, up to
 * rounding. */
enum simplex_answer simplex_solve(struct simplex *x, const double *b, double *multipliers);

#endif
