/* Properties: what a user can ask about a program. properties.def has a row for each, and nothing outside the front end compares
 * properties by name: passes, engines and the checker of proofs look at the kind of a check (struct check), reports at the fields of the
 * row. A program may have checks of several properties. */
#ifndef HEDDLE_PROGRAM_PROPERTY_H
#define HEDDLE_PROGRAM_PROPERTY_H

#include <stdbool.h>
#include <stdint.h>

enum property {
#define PROPERTY(ID, ...) PROPERTY_##ID,
#include "program/properties.def"
    PROPERTIES
};

/* How a check fails. What can be an error location is one: engines have to do nothing for such a property. */
enum check_kind {
    CHECK_ERROR, /* a thread is at one of its error locations */
    CHECK_PAIR,  /* two threads are about to make its two accesses, to the same memory */
    CHECK_STUCK, /* threads wait for ever */
    CHECK_NEVER, /* it cannot: it was left out, because it is decided */
};

/* What the front end and the passes must not lose for the sake of a check. */
enum {
    NEEDS_ACCESSES = 1,   /* every access to memory, even if its value is of no use */
    NEEDS_BLOCKING = 2,   /* who waits at what, and until when */
    NEEDS_ARITHMETIC = 4, /* which operations of the source are undefined for which operands */
    NEEDS_LIFETIMES = 8,  /* where objects end, and that an address is of one object and no other */
};

struct property_row {
    const char *name;           /* for --property, and in brackets after a check */
    enum check_kind kind;       /* what its checks are as the front end makes them */
    unsigned needs;             /* NEEDS_... */
    bool ends_program;          /* a failure ends the program even if nobody asks for the property */
    bool by_name_only;          /* "all" does without it */
    bool by_executions;         /* the search for executions of weaker memory models (weak/search.h) decides it */
    bool in_library;            /* it fails in a call of a library function: when replayed, that call is awaited and not made */
    const char *text;           /* of its checks, if the front end has no better; %s: what the source says */
    const char *can;            /* "TEXT can fail": what a check does that does not hold; NULL: "it can happen that TEXT" */
    bool absent;                /* "no TEXT" is what is proved, and not TEXT */
    const char *none;           /* what to tell a user whose program has no such check, or NULL */
    const char *task_file;      /* how SV-COMP's file of the property begins, or NULL */
    const char *cleanup_file;   /* and one that asks only for the leaks of the property (--leaks=only), or NULL */
    const char *specification;  /* the same as a formula, for witnesses */
    const char *rule, *summary; /* of SARIF */
    const char *help;           /* when it is violated; for SARIF and docs/cli.md */
};
extern const struct property_row property_rows[PROPERTIES];

static inline const char *property_name(enum property p) { return property_rows[p].name; }
/* PROPERTIES if there is none of that name. */
enum property property_find(const char *name);
enum property property_of_kind(enum check_kind kind); /* the first whose checks are of that kind; PROPERTIES if there is none */

/* Sets of properties. */
typedef uint32_t property_set;
static inline property_set property_only(enum property p) { return (property_set)1 << p; }
static inline bool property_in(property_set s, enum property p) { return s >> p & 1; }
static inline enum property property_first(property_set s) { return s ? (enum property)__builtin_ctz(s) : PROPERTIES; }
/* "all", or names with commas between; what has no such name is left out. */
property_set properties_named(const char *names);
/* What some property of the set needs: NEEDS_... */
unsigned properties_need(property_set s);
bool properties_in_library(property_set s); /* whether one of them fails in calls of library functions: locks */

#endif
