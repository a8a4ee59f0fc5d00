/* An execution that no schedule has, for people: what each thread did, in an order in which everything is read after it was written. */
#ifndef HEDDLE_PROGRAM_SHOWN_EXECUTION_H
#define HEDDLE_PROGRAM_SHOWN_EXECUTION_H

#include "program/program.h"

struct shown_event {
    uint32_t thread;   /* among the names of the execution */
    const char *words; /* "reads x = 0, acquire" */
    struct position pos;
    uint32_t from;   /* the event whose value it reads; NONE: it reads the initial value, or nothing */
    uint32_t after;  /* the write that it comes next to in the modification order; NONE: it comes first, or writes nothing */
    uint32_t newer;  /* a write before it that replaced what it reads; NONE: what it reads is not old */
    const char *old; /* then: "reads the old value x = 0, though line 12 had written 1"; else NULL */
};

struct shown_execution {
    const char **threads;
    struct shown_event *events;
    uint32_t thread_count, event_count;
};

#endif
