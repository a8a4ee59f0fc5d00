/* Explicit values as expressions, for proofs. */
#ifndef HEDDLE_EXECUTE_PARTIAL_LITERALS_H
#define HEDDLE_EXECUTE_PARTIAL_LITERALS_H

#include "execute/partial/model.h"

expr literals_of_store(const struct sight *s, const uint64_t *bank);                        /* what the bank knows */
expr literals_of_frame(const struct partial_model *w, uint32_t code, const uint64_t *bank); /* what the frame knows */

/* What both know of values that stand for others (sorts.h): which are the same, and which are not. The two above leave
 * these out. */
expr literals_of_sorts(const struct sight *s, const uint64_t *store, uint32_t code, const uint64_t *frame);

/* That the instance has been created; true if no cell says so. */
expr literals_of_start(const struct partial_model *w, uint32_t template, uint32_t instance);

/* That cells whose domains were used hold values of them; NULL if that cannot be said. */
expr literals_of_domains(const struct partial_model *w);

#endif
