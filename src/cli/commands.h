/* The commands that ask, and those that start programs; worker/commands.h has those that do the work. Each returns the exit status. */
#ifndef HEDDLE_CLI_COMMANDS_H
#define HEDDLE_CLI_COMMANDS_H

#include "base/options.h"
#include "base/status.h"

int command_suite(const struct options *o);
int command_lsp(const struct options *o);
int command_ci(const struct options *o);
int command_work(const struct options *o);
int command_cc(const struct options *o); /* does not return if the compiler can be run */

#endif
