/* What the user asked for. Every command and option is one row of options.def (see there how to add one). */
#ifndef HEDDLE_BASE_OPTIONS_H
#define HEDDLE_BASE_OPTIONS_H

#include "base/arena.h"
#include "base/text.h"
#include "base/vector.h"

typedef VECTOR(const char *) string_vector;

enum command {
#define COMMAND(ID, ...) COMMAND_##ID,
#include "base/options.def"
    COMMANDS,
    COMMAND_NONE = COMMANDS
};

/* Strings belong to argv or are literals; the vectors are owned. */
struct options {
    enum command command; /* COMMAND_NONE if none was given */
    string_vector files;  /* positional arguments */
#define FLAG(field, ...) bool field;
#define NUMBER(field, ...) uint64_t field;
#define SECONDS(field, ...) double field;
#define STRING(field, ...) const char *field;
#define CHOICE(field, ...) const char *field;
#define CHOICES(field, ...) const char *field;
#define LIST(field, ...) string_vector field;
#include "base/options.def"
    const char *command_line; /* for people */
    bool memory_holds;        /* this run has proved the property memory: every access stays within its object */
    bool part;                /* one of several properties is asked: its answer is not the whole one */
    bool memory_fails;        /* this run has found a violation of it */
    double enough;            /* seconds of CPU time for engines, since another property is violated; 0: no such limit */
    const struct undefined_spots *undefined_spots; /* what it has found that is undefined (portfolio/hopeless.h); or NULL */
    bool defined;          /* memory holds, and threads take turns: nothing undefined happens that forbids TRUE */
    const char *asked_for; /* the properties for whose sake another one is asked (portfolio/uncovered.h); NULL: it is the user's */
    string_vector compile; /* flags of the compiler, each one argument (compile_flags.h), in their order */
    struct arena words;    /* of compile */
};

void options_init(struct options *o); /* the defaults */
void options_free(struct options *o);

/* Reads argv[1..]; o has the defaults. Accepts --name=value, --name value, -x value, -xvalue, --flag, --no-flag, and -- before
 * arguments that look like options. Wrong usage: false, and error is one line without a newline. Does not look at files. */
bool options_parse(struct options *o, int argc, char **argv, struct text *error);

/* Appends to out, as --name=value, what differs from the defaults and is also an option of the command to, except what all
 * commands take. For starting heddle again. words keeps the strings. */
void options_forward(const struct options *o, enum command to, string_vector *out, struct arena *words);

/* Whether an option has a list of values, and this is one of them, or several with commas between if it takes several: "race" of "property". */
bool options_have_choice(const char *name, const char *value);

/* The files that the options name: option is the long name of the option, NULL for an argument. "-" is not left out. */
struct named_file {
    const char *option, *path;
};
typedef VECTOR(struct named_file) named_files;
void options_outputs(const struct options *o, named_files *out);
/* Every output gets the name that rename gives to it. */
void options_rename_outputs(struct options *o, const char *(*rename)(void *context, const char *path), void *context);
void options_inputs(const struct options *o, named_files *out);

const char *command_name(enum command c);
void options_help(struct text *out, enum command c); /* COMMAND_NONE: the commands and the options of all */

/* kind: "man" (of the command, or of heddle for COMMAND_NONE), "bash", "zsh", "fish" or "markdown"; false for any other. */
bool options_generate(struct text *out, const char *kind, enum command c);

/* A test compares both with CHANGELOG.md and debian/changelog. */
#define HEDDLE_VERSION "0.1"
#define HEDDLE_DATE "2026-11-16"

#endif
