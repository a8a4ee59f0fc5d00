/* One flag "created" for each template with several instances, in place of the array of their started flags (scheme.h).
 */
#ifndef HEDDLE_ENGINES_MONOTONE_CREATED_H
#define HEDDLE_ENGINES_MONOTONE_CREATED_H

#include "engines/monotone/scheme.h"

/* Adds the flags to the clone and rewrites its actions. False with *why if a started flag is used for more than
 * waiting: then a weaker flag might lose runs. */
bool created_flags(struct scheme *m, const char **why);

#endif
