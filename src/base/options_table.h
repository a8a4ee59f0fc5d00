/* options.def as data: for the parser (options.c) and for what is generated from it (options_text.c). */
#ifndef HEDDLE_BASE_OPTIONS_TABLE_H
#define HEDDLE_BASE_OPTIONS_TABLE_H

#include "base/options.h"

enum option_kind {
    OPTION_SECTION,
    OPTION_FLAG,
    OPTION_NUMBER,
    OPTION_SECONDS,
    OPTION_STRING,
    OPTION_CHOICE,
    OPTION_CHOICES,
    OPTION_LIST,
    OPTION_COMPILE
};

enum option_role { ROLE_VALUE, ROLE_OUTPUT, ROLE_INPUT };

struct option_row {
    enum option_kind kind;
    const char *name;    /* without dashes; of a section: its title */
    char letter;         /* or 0 */
    unsigned commands;   /* bit 1 << enum command; COMMAND_NONE: before any command */
    size_t offset;       /* of the field in struct options */
    uint64_t low, high;  /* numbers */
    uint64_t number;     /* default of flags and numbers */
    const char *string;  /* default of strings and choices, or NULL */
    const char *flag;    /* of the compiler; "": the value is one */
    const char *metavar; /* NULL for flags; "a|b|c" for choices */
    const char *help;
    enum option_role role; /* of strings */
};
extern const struct option_row option_rows[];
extern const unsigned option_row_count;

struct command_row {
    const char *name, *arguments, *summary;
};
extern const struct command_row command_rows[COMMANDS];

static inline bool option_takes_value(const struct option_row *r) { return r->kind > OPTION_FLAG; }
static inline bool option_is_for(const struct option_row *r, enum command c) { return (r->commands >> c & 1) != 0; }

/* Completions (options_completion.c). */
void completion_bash(struct text *out);
void completion_zsh(struct text *out);
void completion_fish(struct text *out);

#endif
