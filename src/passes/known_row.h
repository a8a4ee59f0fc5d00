/* Values by slot, of which nearly all are the same at neighbouring locations: in pieces that rows share until one of them changes, so that a copy and a comparison
 * cost a small part of what is known. */
#ifndef HEDDLE_PASSES_KNOWN_ROW_H
#define HEDDLE_PASSES_KNOWN_ROW_H

#include "program/program.h"

struct known_row;

struct known_row *row_new(uint32_t slots); /* nothing is known */
struct known_row *row_copy(const struct known_row *r);
void row_free(struct known_row *r); /* may be NULL */

expr row_get(const struct known_row *r, uint32_t slot); /* NULL: not known */
void row_set(struct known_row *r, uint32_t slot, expr value);
void row_forget_from(struct known_row *r, uint32_t slot); /* this one and all that follow */

/* Keeps what both know; true if that is less than before. */
bool row_keep_common(struct known_row *r, const struct known_row *other);

#endif
