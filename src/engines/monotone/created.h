/* One flag "created" for each template with several instances, in place of the array of their started flags (model.h).
 */
#ifndef HEDDLE_ENGINES_MONOTONE_CREATED_H
#define HEDDLE_ENGINES_MONOTONE_CREATED_H

#include "engines/monotone/model.h"

/* Adds the flags to the clone and rewrites its actions. False with *why if a started flag is used for more than
 * waiting: then a weaker flag might lose runs. */
bool created_flags(struct monotone_model *m, const struct reason **why);

uint32_t created_flag_of(const struct monotone_model *m, uint32_t template); /* the flag, a cell of the clone; NONE if none */
/* The started flag that a thread of the template waits for, as an expression of the original program; NULL if none. */
expr created_own_flag(const struct monotone_model *m, uint32_t template);

#endif
