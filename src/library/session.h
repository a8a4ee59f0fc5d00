/* What a session of libheddle has. The library uses nothing of heddle's other parts: it starts the program, and reads its JSON. */
#ifndef HEDDLE_LIBRARY_SESSION_H
#define HEDDLE_LIBRARY_SESSION_H

#include <heddle.h>

#include <cjson/cJSON.h>
#include <stdatomic.h>
#include <sys/types.h>

/* A growable array of strings, which it owns. */
struct strings {
    char **data;
    size_t size;
};

struct buffer {
    char *data; /* with a zero at its end, or NULL */
    size_t size;
};

/* heddle at work for one property (child.c). */
enum { OUT, ERRORS, NEWS, PIPES };
struct child {
    pid_t pid; /* 0: none */
    int pipes[PIPES];
    unsigned open; /* how many of them are */
    struct buffer buffers[PIPES];
    long cancelled; /* since when, in milliseconds; 0: it is not */
};

struct heddle_session {
    struct strings files, flags, entries;
    struct strings options;       /* as arguments: "--machine=32" */
    struct strings copies, names; /* texts, as temporary files, and what they are called */
    char *property, *engine, *program;
    double timeout;
    unsigned memory;
    int together; /* all properties in one run */
    heddle_check_callback *callback;
    void *context;
    heddle_check_callback *news;
    void *news_context;
    atomic_int group; /* the process group of the child; 0: none, -1: cancelled */
    struct child child;
    int watch;               /* what the caller may wait for; 0: there is none yet */
    char *properties, *rest; /* the properties of this run, cut at commas; those that are still to be asked for, or NULL */
    int running;
    heddle_verdict verdict; /* of the properties that were asked for */
    char *reason;           /* or NULL */
    struct buffer messages;
    struct buffer printed; /* the words of the reports */
    struct strings jsons;  /* the reports */
    cJSON **reports;       /* the same, which the strings of the checks belong to; jsons.size many */
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

/* child.c */
const char *child_program(const struct heddle_session *s);
int child_start(struct heddle_session *s, const char *property); /* 0, or what went wrong, as in errno */
int child_watch(struct heddle_session *s);                       /* makes s->watch; -1 if that cannot be */
/* Takes what has come, after waiting for it up to so many milliseconds (less than 0: as long as it takes). Returns 0 when nothing more will come. */
int child_take(struct heddle_session *s, int milliseconds);
/* Waits for its end: the exit status, or one of these. The buffers stay until child_forget. */
enum { CHILD_CRASHED = -1, CHILD_REAPED = -2 /* somebody else has its status */ };
int child_end(struct heddle_session *s);
void child_forget(struct heddle_session *s);

#endif
