/* What the files of src/runner share. */
#ifndef HEDDLE_RUNNER_RUNNER_PARTS_H
#define HEDDLE_RUNNER_RUNNER_PARTS_H

#include "runner/runner.h"

struct run {
    const struct runner *runner;
    struct work *works;
    uint32_t count, left; /* left: have not ended */
    bool stopped;         /* what is left is not needed */
    const char *folder;   /* of results, as a path from the root; NULL: none */
    const char *error;
    struct arena *words;
};

/* local.c, slurm.c, ssh.c: false with run->error set. */
bool run_locally(struct run *run);
bool run_on_slurm(struct run *run);
bool run_by_ssh(struct run *run);

bool run_goes_on(const struct run *run);       /* something is left that is wanted, and there is time */
void run_end(struct run *run, struct work *w); /* its result is there, or it is lost */

/* work_file.c: a file of works for a node. Beside it, the node notes in FILE.begun the names of those that it has begun. */
bool work_file_write(const struct run *run, const char *path, const u32_vector *works);
bool work_start(struct work *w); /* in a process of its own, with its limits */

/* result.c: false if there is none (or none that is whole). */
bool result_read(const char *folder, struct work *w);
/* Does nothing if there is one already. False with errno set. */
bool result_write(const char *folder, const struct work *w);
void result_path(struct text *out, const char *folder, const struct work *w);

#endif
