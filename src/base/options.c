/* The table of options, and the parser of command lines. */
#include "base/options_table.h"

#include "base/compile_flags.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How options.def names sets of commands. */
enum {
#define COMMAND(ID, ...) ID = 1 << COMMAND_##ID,
#include "base/options.def"
    LOADERS = VERIFY | CHECK | VALIDATE | SHOW | RUN,
    EVERY = (2 << COMMAND_NONE) - 1, /* and without a command */
    SHORT_FORMS = RACE | DEADLOCK,   /* of verify: they take its options */
    LONG_FORM_ONLY = 1 << 30
};
#define WITH_SHORT_FORMS(c) ((c) & LONG_FORM_ONLY ? (c) & ~LONG_FORM_ONLY : (c) | ((c) & VERIFY ? SHORT_FORMS : 0))

const struct command_row command_rows[COMMANDS] = {
#define COMMAND(ID, name, arguments, summary) {name, arguments, summary},
#include "base/options.def"
};

#define AT(f) .offset = offsetof(struct options, f)
#define ROW(k, n, x, c) .kind = k, .name = n, .letter = x, .commands = (unsigned)WITH_SHORT_FORMS(c)
const struct option_row option_rows[] = {
#define SECTION(title) {ROW(OPTION_SECTION, title, 0, 0)},
#define FLAG(f, n, x, c, v, h) {ROW(OPTION_FLAG, n, x, c), AT(f), .number = v, .help = h},
#define NUMBER(f, n, x, c, v, least, most, m, h)                                                                                   \
    {ROW(OPTION_NUMBER, n, x, c), AT(f), .number = v, .low = least, .high = most, .metavar = m, .help = h},
#define SECONDS(f, n, x, c, most, m, h) {ROW(OPTION_SECONDS, n, x, c), AT(f), .high = most, .metavar = m, .help = h},
#define STRING(f, n, x, c, v, m, h) {ROW(OPTION_STRING, n, x, c), AT(f), .string = v, .metavar = m, .help = h},
#define OUTPUT(f, n, x, c, v, m, h) {ROW(OPTION_STRING, n, x, c), AT(f), .string = v, .metavar = m, .help = h, .role = ROLE_OUTPUT},
#define INPUT(f, n, x, c, v, m, h) {ROW(OPTION_STRING, n, x, c), AT(f), .string = v, .metavar = m, .help = h, .role = ROLE_INPUT},
#define CHOICE(f, n, x, c, v, m, h) {ROW(OPTION_CHOICE, n, x, c), AT(f), .string = v, .metavar = m, .help = h},
#define COMPILE(f, n, x, c, m, h)                                                                                                  \
    {ROW(OPTION_COMPILE, n, x, c), .offset = offsetof(struct options, compile), .flag = f, .metavar = m, .help = h},
#define CHOICES(f, n, x, c, v, m, h) {ROW(OPTION_CHOICES, n, x, c), AT(f), .string = v, .metavar = m, .help = h},
#define LIST(f, n, x, c, m, h) {ROW(OPTION_LIST, n, x, c), AT(f), .metavar = m, .help = h},
#include "base/options.def"
};
const unsigned option_row_count = sizeof option_rows / sizeof *option_rows;

#define each_row(r) for (const struct option_row *r = option_rows; r < option_rows + option_row_count; r++)

static void *field(struct options *o, const struct option_row *r) { return (char *)o + r->offset; }
static const void *value_of(const struct options *o, const struct option_row *r) { return (const char *)o + r->offset; }

static bool has_string(const struct option_row *r)
{
    return r->kind == OPTION_STRING || r->kind == OPTION_CHOICE || r->kind == OPTION_CHOICES;
}

void options_init(struct options *o)
{
    memset(o, 0, sizeof *o);
    o->command = COMMAND_NONE;
    each_row(r) {
        if (r->kind == OPTION_FLAG)
            *(bool *)field(o, r) = r->number;
        else if (r->kind == OPTION_NUMBER)
            *(uint64_t *)field(o, r) = r->number;
        else if (has_string(r))
            *(const char **)field(o, r) = r->string;
    }
}

void options_free(struct options *o)
{
    vector_free(&o->files);
    vector_free(&o->compile);
    arena_release(&o->words);
    each_row(r) {
        if (r->kind == OPTION_LIST)
            vector_free((string_vector *)field(o, r));
    }
}

static void files_of_role(const struct options *o, enum option_role role, named_files *out)
{
    each_row(r) {
        const char *path = r->role == role && role != ROLE_VALUE ? *(const char *const *)value_of(o, r) : NULL;
        if (path && option_is_for(r, o->command))
            vector_push(out, (struct named_file){r->name, path});
    }
}

void options_outputs(const struct options *o, named_files *out) { files_of_role(o, ROLE_OUTPUT, out); }

void options_rename_outputs(struct options *o, const char *(*rename)(void *context, const char *path), void *context)
{
    each_row(r) {
        const char **path = r->role == ROLE_OUTPUT && option_is_for(r, o->command) ? field(o, r) : NULL;
        if (path && *path)
            *path = rename(context, *path);
    }
}

void options_inputs(const struct options *o, named_files *out)
{
    vector_each(const char *const *, f, &o->files)
        vector_push(out, (struct named_file){NULL, *f});
    vector_each(const char *const *, f, &o->with)
        vector_push(out, (struct named_file){"with", *f});
    files_of_role(o, ROLE_INPUT, out);
}

const char *command_name(enum command c) { return c < COMMANDS ? command_rows[c].name : NULL; }

static enum command command_find(const char *name)
{
    unsigned c = 0;
    while (c < COMMANDS && strcmp(command_rows[c].name, name))
        c++;
    return (enum command)c;
}

/* Edit distance (insertions, deletions, substitutions), at most limit; names longer than the buffer are far away. */
static unsigned distance(const char *a, const char *b, unsigned limit)
{
    unsigned row[64];
    size_t m = strlen(b), n = strlen(a);
    if (m >= 64 || n >= 64)
        return limit;
    for (size_t j = 0; j <= m; j++)
        row[j] = (unsigned)j;
    for (size_t i = 0; i < n; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i + 1;
        for (size_t j = 0; j < m; j++) {
            unsigned best = diagonal + (a[i] != b[j]);
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j + 1] + 1 < best)
                best = row[j + 1] + 1;
            diagonal = row[j + 1];
            row[j + 1] = best;
        }
    }
    return row[m] < limit ? row[m] : limit;
}

struct guess {
    const char *asked, *best;
    unsigned distance; /* of best; starts at the first distance that is too far */
};

static void guess_consider(struct guess *g, const char *candidate)
{
    unsigned d = starts_with(candidate, g->asked) && strlen(g->asked) > 2 ? 1 : distance(g->asked, candidate, g->distance);
    if (d < g->distance) {
        g->distance = d;
        g->best = candidate;
    }
}

static struct guess guess_start(const char *asked)
{
    size_t n = strlen(asked);
    return (struct guess){asked, NULL, n < 3 ? 2 : n < 6 ? 3 : 4};
}

static bool unknown_command(const char *name, struct text *error)
{
    struct guess g = guess_start(name);
    for (unsigned c = 0; c < COMMANDS; c++)
        guess_consider(&g, command_rows[c].name);
    text_printf(error, "unknown command '%s'", name);
    if (g.best)
        text_printf(error, "; did you mean '%s'?", g.best);
    else
        text_append(error, "; 'heddle --help' lists the commands");
    return false;
}

static bool unknown_option(const char *name, enum command c, struct text *error)
{
    struct guess g = guess_start(name);
    each_row(r) {
        if (r->kind != OPTION_SECTION && option_is_for(r, c))
            guess_consider(&g, r->name);
    }
    text_printf(error, "unknown option '--%s'", name);
    if (g.best)
        text_printf(error, "; did you mean '--%s'?", g.best);
    else if (c != COMMAND_NONE)
        text_printf(error, "; 'heddle %s --help' lists the options", command_name(c));
    else
        text_append(error, "; 'heddle --help' lists the commands");
    return false;
}

static bool is_choice(const char *choices, const char *value)
{
    size_t n = strcspn(value, "|");
    for (const char *c = choices; c && n && !value[n]; c = strchr(c, '|'), c = c ? c + 1 : NULL)
        if (!strncmp(c, value, n) && (c[n] == '|' || c[n] == 0))
            return true;
    return false;
}

/* "a,b": each is one of them. */
static bool are_choices(const char *choices, const char *value, struct arena *words)
{
    for (const char *v = value;; v += strcspn(v, ",") + 1) {
        size_t n = strcspn(v, ",");
        if (!is_choice(choices, arena_strndup(words, v, n)))
            return false;
        if (!v[n])
            return true;
    }
}

bool options_have_choice(const char *name, const char *value)
{
    struct arena words = ARENA_EMPTY;
    bool found = false;
    for (const struct option_row *r = option_rows; r < option_rows + option_row_count && !found; r++)
        found = (r->kind == OPTION_CHOICE && !strcmp(r->name, name) && is_choice(r->metavar, value)) ||
                (r->kind == OPTION_CHOICES && !strcmp(r->name, name) && are_choices(r->metavar, value, &words));
    arena_release(&words);
    return found;
}

/* Digits, with a fraction or without. */
static bool parse_seconds(const char *s, double most, double *value)
{
    size_t whole = strspn(s, "0123456789"), n = whole + (s[whole] == '.');
    size_t fraction = n > whole ? strspn(s + n, "0123456789") : 0;
    if (s[n + fraction] || whole + fraction == 0)
        return false;
    *value = strtod(s, NULL);
    return *value <= most;
}

static bool set_value(struct options *o, const struct option_row *r, const char *value, struct text *error)
{
    switch (r->kind) {
    case OPTION_NUMBER:
        if (parse_u64(value, r->low, r->high, field(o, r)))
            return true;
        text_printf(error, "option '--%s' needs a number", r->name);
        if (r->high < UINT64_MAX)
            text_printf(error, " from %llu to %llu", (unsigned long long)r->low, (unsigned long long)r->high);
        text_printf(error, ", not '%s'", value);
        return false;
    case OPTION_SECONDS:
        if (parse_seconds(value, (double)r->high, field(o, r)))
            return true;
        text_printf(error, "option '--%s' needs a number of seconds up to %llu, not '%s'", r->name, (unsigned long long)r->high,
                    value);
        return false;
    case OPTION_CHOICE:
        *(const char **)field(o, r) = value;
        if (is_choice(r->metavar, value))
            return true;
        text_printf(error, "option '--%s' needs one of %s, not '%s'", r->name, r->metavar, value);
        return false;
    case OPTION_CHOICES:
        *(const char **)field(o, r) = value;
        if (!strcmp(value, "all") || ends_with(value, ".prp") || are_choices(r->metavar, value, &o->words))
            return true;
        text_printf(error, "option '--%s' needs one of %s, several with commas between, or all, not '%s'", r->name, r->metavar,
                    value);
        return false;
    case OPTION_STRING:
        *(const char **)field(o, r) = value;
        if (*value)
            return true;
        text_printf(error, "option '--%s' needs a value that is not empty", r->name);
        return false;
    case OPTION_COMPILE:
        if (*r->flag || is_compile_flag(value)) {
            vector_push(&o->compile, arena_printf(&o->words, "%s%s", r->flag, value));
            return true;
        }
        text_printf(error, "'%s' is not one of the flags that heddle hands on to clang", value);
        return false;
    default: vector_push((string_vector *)field(o, r), value); return true;
    }
}

/* -v and -M500 are heddle's own; -O2 and -MD are not. */
static bool is_own_letter(const struct options *o, const char *a)
{
    if (a[2] && !isdigit((unsigned char)a[2]))
        return false;
    each_row(r)
        if (r->letter == a[1] && option_is_for(r, o->command))
            return true;
    return false;
}

/* -isystem DIR, -std=c99, ... as compilers take them; flags that say nothing about the meaning of a program are passed over. */
static bool parse_compile_flag(struct options *o, int argc, char **argv, int *i)
{
    struct compile_flag f;
    uint32_t taken;
    bool loads = false;
    each_row(r)
        loads |= r->kind == OPTION_COMPILE && option_is_for(r, o->command);
    if (!loads)
        return false;
    if (compile_flag_read((const char *const *)argv + *i, (uint32_t)(argc - *i), &f)) {
        vector_push(&o->compile, compile_flag_join(&f, &o->words));
        taken = f.arguments;
    } else if (is_own_letter(o, argv[*i]) || !is_harmless_flag(argv[*i], &taken)) {
        return false;
    }
    *i += (int)taken - 1;
    return true;
}

struct arguments {
    int count;
    char **words;
    int *at; /* the one that is being read */
};

/* Option r was found; attached is its value if that was part of the same argument, else NULL. */
static bool use(struct options *o, const struct option_row *r, const char *attached, bool negated, struct arguments *rest,
                struct text *error)
{
    if (!option_is_for(r, o->command)) {
        text_printf(error, o->command == COMMAND_NONE ? "option '--%s' comes after the command" : "'--%s' is not an option of '%s'",
                    r->name, command_name(o->command));
        return false;
    }
    if (!option_takes_value(r)) {
        if (attached) {
            text_printf(error, "option '--%s' takes no value", r->name);
            return false;
        }
        *(bool *)field(o, r) = !negated;
        return true;
    }
    if (!attached && *rest->at + 1 >= rest->count) {
        text_printf(error, "option '--%s' needs a value (%s)", r->name, r->metavar);
        return false;
    }
    return set_value(o, r, attached ? attached : rest->words[++*rest->at], error);
}

static bool parse_long(struct options *o, int argc, char **argv, int *i, struct text *error)
{
    const char *name = argv[*i] + 2, *equals = strchr(name, '=');
    size_t n = equals ? (size_t)(equals - name) : strlen(name);
    const struct option_row *found = NULL;
    bool found_negated = false;
    each_row(r) {
        if (r->kind == OPTION_SECTION)
            continue;
        bool plain = strlen(r->name) == n && !strncmp(r->name, name, n);
        bool negated =
            r->kind == OPTION_FLAG && !strncmp(name, "no-", 3) && strlen(r->name) == n - 3 && !strncmp(r->name, name + 3, n - 3);
        if ((plain || negated) && (!found || option_is_for(r, o->command))) {
            found = r;
            found_negated = negated;
        }
    }
    if (found)
        return use(o, found, equals ? equals + 1 : NULL, found_negated, &(struct arguments){argc, argv, i}, error);
    char *copy = mem_strdup(name);
    copy[n] = 0;
    unknown_option(copy, o->command, error);
    mem_free(copy);
    return false;
}

static bool parse_short(struct options *o, int argc, char **argv, int *i, struct text *error)
{
    for (const char *s = argv[*i] + 1; *s; s++) {
        const struct option_row *found = NULL;
        each_row(r) {
            if (r->letter == *s && (!found || option_is_for(r, o->command)))
                found = r;
        }
        if (!found) {
            text_printf(error, "unknown option '-%c'%s", *s,
                        access(argv[*i], F_OK) ? "" : "; '--' comes before files that begin with '-'");
            return false;
        }
        bool value = option_takes_value(found);
        if (!use(o, found, value && s[1] ? s + 1 : NULL, false, &(struct arguments){argc, argv, i}, error))
            return false;
        if (value)
            return true;
    }
    return true;
}

/* As one would type it; an argument that a shell would not take for one word is in quotes. */
static const char *command_line(int argc, char **argv, struct arena *words)
{
    struct text t = {0};
    text_append(&t, "heddle");
    for (int i = 1; i < argc; i++) {
        text_char(&t, ' ');
        text_append_shell_word(&t, argv[i]);
    }
    const char *line = arena_strdup(words, text_string(&t));
    text_free(&t);
    return line;
}

bool options_parse(struct options *o, int argc, char **argv, struct text *error)
{
    bool only_files = false;
    o->command_line = command_line(argc, argv, &o->words);
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i];
        bool ok = true;
        if (only_files || a[0] != '-' || !a[1]) {
            if (o->command != COMMAND_NONE || only_files)
                vector_push(&o->files, a);
            else if (!strcmp(a, "help")) /* of the command that follows */
                o->help = true;
            else if ((o->command = command_find(a)) == COMMAND_NONE)
                ok = unknown_command(a, error);
            else if (o->command == COMMAND_CC) /* the compiler's arguments, unless they ask about the command itself */
                only_files = i + 1 < argc && strcmp(argv[i + 1], "--help") && strcmp(argv[i + 1], "--generate");
        } else if (!strcmp(a, "--")) {
            only_files = true;
        } else {
            ok = a[1] == '-' ? parse_long(o, argc, argv, &i, error)
                             : parse_compile_flag(o, argc, argv, &i) || parse_short(o, argc, argv, &i, error);
        }
        if (!ok)
            return false;
    }
    return true;
}

void options_forward(const struct options *o, enum command to, string_vector *out, struct arena *words)
{
    assert(to < COMMANDS);
    each_row(r) {
        if (r->kind == OPTION_SECTION || !option_is_for(r, to) || option_is_for(r, COMMAND_NONE))
            continue;
        const void *f = value_of(o, r);
        const char *s = has_string(r) ? *(const char *const *)f : NULL;
        if (r->kind == OPTION_FLAG && *(const bool *)f != (bool)r->number)
            vector_push(out, arena_printf(words, *(const bool *)f ? "--%s" : "--no-%s", r->name));
        else if (r->kind == OPTION_NUMBER && *(const uint64_t *)f != r->number)
            vector_push(out, arena_printf(words, "--%s=%llu", r->name, (unsigned long long)*(const uint64_t *)f));
        else if (r->kind == OPTION_SECONDS && *(const double *)f > 0)
            vector_push(out, arena_printf(words, "--%s=%.9g", r->name, *(const double *)f));
        else if (s && (!r->string || strcmp(s, r->string)))
            vector_push(out, arena_printf(words, "--%s=%s", r->name, s));
        else if (r->kind == OPTION_LIST || (r->kind == OPTION_COMPILE && !*r->flag)) /* all flags of the compiler, in order */
            vector_each(const char *const *, x, (const string_vector *)f)
                vector_push(out, arena_printf(words, "--%s=%s", r->name, *x));
    }
}
