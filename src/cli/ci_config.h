/* heddle.yml: what heddle ci verifies (docs/ci.md describes it). */
#ifndef HEDDLE_CLI_CI_CONFIG_H
#define HEDDLE_CLI_CI_CONFIG_H

#include "base/options.h"

struct ci_program {
    const char *name;
    string_vector files, flags, entries, inits; /* files as they can be opened from here */
    const char *property;                       /* names with commas between, or all */
    const char *machine;                        /* "32" or "64" */
    double timeout;                             /* seconds; 0 is none */
    uint64_t memory;                            /* MB; 0 is none */
};

/* Findings that nobody wants to hear of; what is NULL fits all. */
struct ci_suppression {
    const char *property, *file, *function;
    const char *text;   /* a part of the message */
    const char *reason; /* always given */
    size_t line;        /* in heddle.yml */
    bool used;
};

struct ci_config {
    const char *path;
    VECTOR(struct ci_program) programs;
    VECTOR(struct ci_suppression) suppressions;
    const char *baseline; /* or NULL */
};

/* Strings go to words. False: *error is one line for the user; the caller frees c in either case. */
bool ci_config_read(struct ci_config *c, const char *path, const char **error, struct arena *words);
void ci_config_free(struct ci_config *c);

#endif
