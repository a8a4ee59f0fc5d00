/* The sub-commands. Each returns the exit status (enum status). */
#ifndef HEDDLE_CLI_COMMANDS_H
#define HEDDLE_CLI_COMMANDS_H

#include "base/options.h"

struct close;
struct outline;
struct text;
struct wide;
struct wide_result;

enum status {
    STATUS_TRUE = 0,
    STATUS_FALSE = 1,
    STATUS_UNKNOWN = 2,
    STATUS_USAGE = 64,
    STATUS_INPUT = 65,
    STATUS_INTERNAL = 70,
};

int verify_wide(const struct options *o); /* verify --engine wide */
/* What is known of the pairs of accesses of a whole program. */
struct wide_answers {
    const struct outline *outline;
    const struct wide_result *wide;
    const struct close *close; /* of what wide leaves open; NULL if nobody looked */
    const char *others;        /* why engines that looked at all of it decided nothing; NULL if they were not asked */
};
int print_wide(const struct options *o, const struct wide_answers *a,
               struct text *out); /* with the verdict; returns the exit status */
/* The same for uses of locks, or for threads that wait for ever, as the property says. others: as above. */
int print_waits(const struct options *o, const struct wide *w, const char *others, struct text *out);
int command_verify(const struct options *o);
int command_check(const struct options *o);
int command_validate(const struct options *o);
int command_race(const struct options *o);     /* verify --property=race */
int command_deadlock(const struct options *o); /* verify --property=deadlock */
int command_cover(const struct options *o);
int command_show(const struct options *o);
int command_suite(const struct options *o);
int command_lsp(const struct options *o);
int command_ci(const struct options *o);
int command_work(const struct options *o);
int command_run(const struct options *o);
int command_replay(const struct options *o);
int command_cc(const struct options *o); /* does not return if the compiler can be run */

#endif
