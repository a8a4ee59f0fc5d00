/* heddle verify compile_commands.json, and heddle show: every program of a compilation database. */
#ifndef HEDDLE_WORKER_VERIFY_ALL_H
#define HEDDLE_WORKER_VERIFY_ALL_H

#include "base/options.h"

/* Requires: o->files is one compilation database. Each file with main is verified, or shown, in a heddle of its own, linked with the
 * files of --with; then a table, for verify. Returns the worst exit status. Limits are for each program; a file that is to be written
 * gets the program's name before its ending. */
int verify_all(const struct options *o);

#endif
