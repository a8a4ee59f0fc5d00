/* Elements: chunks of works that were given away as a file each (work_file.c), for a node to run. Their results come as files; what is missing when
 * an element is over is given away again. */
#ifndef HEDDLE_RUNNER_ELEMENTS_H
#define HEDDLE_RUNNER_ELEMENTS_H

#include "runner/chunks.h"
#include "runner/runner_parts.h"

struct element {
    u32_vector works;
    const char *file; /* of works */
    double longest;   /* seconds that they may take together; 0: nobody knows */
};
void element_free(struct element *e);

/* A new folder for files of works. NULL: run->error says why. */
const char *elements_folder(struct run *run, uint32_t batch);
/* Writes a chunk as FOLDER/NUMBER. False: run->error says why. */
bool element_write(struct run *run, const struct chunk *c, const char *folder, uint32_t number, struct element *out);

void elements_collect(struct run *run); /* takes the results that are there */
bool element_is_done(const struct run *run, const struct element *e);

/* The element is over, and results are missing. Whatever it had begun has had a try, unless it is forgiven; whatever it had not has lost nothing. A work that
 * has had all of its tries is lost (why); the others are appended to waiting. */
void element_lose(struct run *run, const struct element *e, const char *why, bool forgiven, u32_vector *waiting);

/* Files of works and drafts of results, of this run and of those before it that were killed. */
void elements_remove(const char *folder);

void pause_for(double seconds);

#endif
