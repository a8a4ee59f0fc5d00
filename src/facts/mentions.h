/* What an action mentions: cells and inputs. */
#ifndef HEDDLE_FACTS_MENTIONS_H
#define HEDDLE_FACTS_MENTIONS_H

#include "base/bitset.h"
#include "program/program.h"

struct mention {
    uint32_t cell;
    expr index; /* NULL for a scalar */
    bool write;
};
typedef VECTOR(struct mention) mentions;

/* Every cell that the action reads or writes, reads first; without repetition. The vector is cleared first.
 * Includes the indices of its accesses. For ACT_CALL this covers the caller's side (and the written parameters). */
void action_mentions(const struct action *a, mentions *out);
void expr_mentions(expr e, mentions *out);                        /* appends the reads of e */
void action_inputs(const struct action *a, struct bitset *sites); /* adds */

#endif
