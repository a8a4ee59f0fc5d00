/* compile_commands.json (the JSON compilation database of clang): what is compiled, and with which flags. */
#ifndef HEDDLE_WORKER_COMPILE_DATABASE_H
#define HEDDLE_WORKER_COMPILE_DATABASE_H

#include "base/options.h"

struct compile_entry {
    const char *file;    /* can be opened from here */
    const char *output;  /* of the compiler, or NULL */
    string_vector flags; /* those that change the meaning (base/compile_flags.h), in their order; paths can be opened from here */
    const char *not_honoured; /* flags that heddle does not know, or NULL */
    bool m32;
};
/* A call that makes one file of others. heddle cc takes them down; databases of other tools have none. */
struct compile_link {
    const char *output;
    string_vector objects;
};
struct compile_database {
    VECTOR(struct compile_entry)
    entries; /* C files alone; one entry, the last, for what is compiled to the same output or in the same way */
    VECTOR(struct compile_link) links; /* one, the last, for each output */
    struct arena words;
};

/* Whether the name is that of a database: it ends in .json. */
bool is_compile_database(const char *path);
/* False: *error is one line for the user, kept in d->words. The caller frees d in either case. */
bool compile_database_read(struct compile_database *d, const char *path, const char **error);
/* Whether what was compiled there was linked into one file. */
bool compile_database_links(const struct compile_database *d, const struct compile_entry *a, const struct compile_entry *b);
void compile_database_free(struct compile_database *d);

#endif
