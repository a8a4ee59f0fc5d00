/* The commands that do the work: what libheddle and the runner start. Each returns the exit status. */
#ifndef HEDDLE_WORKER_COMMANDS_H
#define HEDDLE_WORKER_COMMANDS_H

#include "base/options.h"
#include "base/status.h"

/* Before any work is done, for every command; 0, or STATUS_USAGE, and the user knows why. */
int check_options(const struct options *o);      /* whether they name what there is and fit the command */
int check_output_names(const struct options *o); /* whether outputs have names of outputs, not of programs */

int command_verify(const struct options *o);
int command_race(const struct options *o);     /* verify --property=race */
int command_deadlock(const struct options *o); /* verify --property=deadlock */
int command_check(const struct options *o);
int command_validate(const struct options *o);
int command_cover(const struct options *o);
int command_show(const struct options *o);
int command_run(const struct options *o);
int command_replay(const struct options *o);

#endif
