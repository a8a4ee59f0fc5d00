/* Which files of a compilation database belong to a program: those that define what the others want, as far as one file alone does. */
#ifndef HEDDLE_WORKER_LINKED_FILES_H
#define HEDDLE_WORKER_LINKED_FILES_H

#include "worker/compile_database.h"

typedef VECTOR(const struct compile_entry *) compile_entries;

struct linker;                                                                        /* knows what every file defines and wants */
struct linker *linker_new(const struct compile_database *d, const struct options *o); /* compiles all of them */
void linker_free(struct linker *l);

/* A program begins there. Of a file that does not compile: it looks like it. */
bool linker_has_main(const struct linker *l, const struct compile_entry *e);

/* The files that a program (which has main) needs besides what is in files already; they are appended to files. Where several files
 * define a name that is wanted, the one is taken that was linked with the program; if that is not known, none, and there is a warning.
 * Of a file that is compiled in several ways the first is taken, with a warning. */
void linker_complete(struct linker *l, const struct compile_entry *program, compile_entries *files);

#endif
