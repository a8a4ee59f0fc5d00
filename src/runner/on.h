/* --on: where a command runs its tasks. */
#ifndef HEDDLE_RUNNER_ON_H
#define HEDDLE_RUNNER_ON_H

#include "runner/runner.h"

bool on_cluster(const struct options *o);
bool known_hosts(const struct options *o); /* false: the machines of --on=ssh are not what they should be, and the user was told */
/* As the options say; the caller adds whom to tell. */
struct runner runner_for(const struct options *o);
/* Appends the files that the options name, beside the arguments. */
void runner_add_inputs(const struct options *o, string_vector *out);

#endif
