/* Flags of a compiler call (gcc's and clang's spelling) that change what a C file means, and that heddle hands on to
 * clang. Nothing else reaches clang from a command line, a compile_commands.json or a saved violation: no flag that
 * runs something, loads something or writes somewhere. */
#ifndef HEDDLE_BASE_COMPILE_FLAGS_H
#define HEDDLE_BASE_COMPILE_FLAGS_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

enum compile_value { COMPILE_NO_VALUE, COMPILE_WORD, COMPILE_FOLDER, COMPILE_FILE };

struct compile_flag {
    const char *name;        /* "-D", "-isystem", "-fshort-enums" */
    enum compile_value kind; /* of the value */
    const char *value;       /* "" if there is none */
    uint32_t arguments;      /* that it takes: 2 if the value stands by itself */
};

/* Whether arguments[0] (and perhaps [1], if count is more than 1) is such a flag. */
bool compile_flag_read(const char *const *arguments, uint32_t count, struct compile_flag *out);
/* Whether s alone is such a flag with its value. */
bool is_compile_flag(const char *s);
/* Name and value as one argument. */
const char *compile_flag_join(const struct compile_flag *f, struct arena *words);

/* Whether a flag of a compiler call says nothing about the meaning of a C file (warnings, optimisation, names of
 * outputs, linking); *arguments is set to how many it takes. */
bool is_harmless_flag(const char *flag, uint32_t *arguments);

#endif
