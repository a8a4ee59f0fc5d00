/* What a session of libheddle has. The library uses nothing of heddle's other parts: it starts the program, and reads its JSON. */
#ifndef HEDDLE_LIBRARY_SESSION_H
#define HEDDLE_LIBRARY_SESSION_H

#include <heddle.h>

#include <cjson/cJSON.h>
#include <stdatomic.h>

/* A growable array of strings, which it owns. */
struct strings {
    char **data;
    size_t size;
};

struct heddle_session {
    struct strings files, flags, entries; /* flags and entries as arguments */
    struct strings copies, names;         /* texts, as temporary files, and what they are called */
    char *property, *engine, *program;
    double timeout;
    unsigned memory;
    heddle_check_callback *callback;
    void *context;
    heddle_check_callback *news;
    void *news_context;
    atomic_int child;     /* its process group; 0: none, -1: cancelled */
    char *reason;         /* or NULL */
    struct strings jsons; /* the reports */
    cJSON **reports;      /* the same, which the strings of the checks belong to; jsons.size many */
    heddle_check *checks;
    size_t check_count;
    heddle_step **schedules; /* of the checks, to be freed */
    struct strings words;    /* of steps */
    heddle_invariant *invariants;
    size_t invariant_count;
    const char ***conditions; /* of the invariants, to be freed */
};

int strings_add(struct strings *s, char *string); /* takes the string; -1 if there is no memory, or string is NULL */
void strings_clear(struct strings *s);

/* child.c: runs heddle for one property. Its exit status, or one of these; *out and *errors are what it printed (the
 * caller frees them; NULL if there is no memory). */
enum { CHILD_CRASHED = -1, CHILD_REAPED = -2 /* somebody else has its status */ };
int child_run(struct heddle_session *s, const char *property, char **out, char **errors);

#endif
