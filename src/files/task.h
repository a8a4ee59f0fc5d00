/* Verification tasks in the format of SV-COMP: a .yml file that names input files, properties and expected verdicts. */
#ifndef HEDDLE_FILES_TASK_H
#define HEDDLE_FILES_TASK_H

#include "base/options.h"

enum expected { EXPECTED_NONE, EXPECTED_TRUE, EXPECTED_FALSE };

struct task_property {
    const char *name; /* heddle's name of the property, or NULL if heddle does not check it */
    bool cleanup;     /* only its leaks are asked about (--leaks=only) */
    const char *file; /* as the task names it */
    enum expected expected;
};

struct task_file {
    const char *path;
    const char *folder;   /* of the .yml */
    string_vector inputs; /* paths that can be opened from here */
    VECTOR(struct task_property) properties;
    bool m32;
};

/* Strings go to words. False: *error is one line for the user; the caller frees t in either case. */
bool task_read(struct task_file *t, const char *path, const char **error, struct arena *words);
void task_free(struct task_file *t);

#endif
