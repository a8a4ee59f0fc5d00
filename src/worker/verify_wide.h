/* verify --engine wide, and what is printed of a whole program. */
#ifndef HEDDLE_WORKER_VERIFY_WIDE_H
#define HEDDLE_WORKER_VERIFY_WIDE_H

#include "base/options.h"

struct close;
struct outline;
struct text;
struct wide;
struct wide_result;

int verify_wide(const struct options *o);
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

#endif
