/* A violation in the form that heddle replay executes on real threads: one entry for each access to shared memory and each call
 * of a synchronisation function, in order, with thread and source position; and the inputs of each thread. For races, deadlocks and
 * misused locks also where threads are when the schedule has ended. */
#ifndef HEDDLE_REPORT_NATIVE_H
#define HEDDLE_REPORT_NATIVE_H

#include "report/report.h"

/* How the files were compiled: -I, -D ... of all files, and N:FLAG for file N alone. */
struct native_flags {
    const char *const *all, *const *of_files;
    uint32_t all_count, of_files_count;
};

/* The first violated check as JSON; false (and nothing written) if there is none. */
bool report_native(struct text *out, const struct report *r, const struct native_flags *flags);

#endif
