/* What heddle replay takes from the file that heddle verify --trace FILE.json wrote. */
#ifndef HEDDLE_WORKER_REPLAY_TRACE_H
#define HEDDLE_WORKER_REPLAY_TRACE_H

#include "base/options.h"
#include "program/property.h"

struct replay_trace {
    string_vector files, flags, file_flags; /* sources; flags for clang, of all files and of one ("N:FLAG") */
    bool m32;
    enum property property;
    struct text schedule; /* as C, for src/replay/runtime.c */
    struct arena words;
};

/* t is zeroed. False: *error is one line for the user, kept in t->words. The caller frees t in either case. */
bool replay_trace_read(struct replay_trace *t, const char *file, const char **error);
void replay_trace_free(struct replay_trace *t);

#endif
