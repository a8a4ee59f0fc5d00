/* The table of library functions. */
#include "frontend/library.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <string.h>

#define FURTHER "*&%" /* letters for any number of further arguments */

static const struct library_row rows[] = {
#define LIBRARY(name, parameters, result, states) {#name, parameters, result, states},
#include "frontend/library.def"
};

static const struct {
    const char *name;
    int error;
} failures[] = {
#define FAILS(name, error) {#name, error},
#include "frontend/library.def"
};

int library_error(const struct library_row *row)
{
    for (size_t k = 0; k < sizeof failures / sizeof *failures; k++)
        if (strcmp(failures[k].name, row->name) == 0)
            return failures[k].error;
    return ENOMEM;
}

const struct library_row *library_find(const char *function)
{
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (strcmp(rows[k].name, function) == 0)
            return &rows[k];
    return NULL;
}

static const char *read_number(const char *at, unsigned *n)
{
    for (*n = 0; isdigit((unsigned char)*at); at++)
        *n = 10 * *n + (unsigned)(*at - '0');
    return at;
}

/* The next one of a row, which moves on. */
static struct library_parameter read_parameter(const char **row)
{
    const char *at = *row;
    assert(*at);
    struct library_parameter p = {.letter = *at++, .least = {1, 1}};
    for (unsigned n = 0; *at == ':' && isdigit((unsigned char)at[1]); at += 2) {
        p.is_open_ended |= at[1] == '0';
        if (n < 2)
            p.size[n++] = (unsigned)(at[1] - '0');
    }
    if (*at == '=') {
        at = read_number(at + 1, &p.least[0]);
        p.least[1] = p.least[0];
        if (*at == '/')
            at = read_number(at + 1, &p.least[1]);
    }
    *row = at;
    return p;
}

struct library_parameter library_parameter(const struct library_row *row, unsigned k)
{
    const char *at = row->parameters;
    for (unsigned i = 0; *at; i++) {
        struct library_parameter p = read_parameter(&at);
        if (i == k && !strchr(FURTHER, p.letter))
            return p;
    }
    return (struct library_parameter){.letter = 'v'};
}

unsigned library_parameters(const struct library_row *row)
{
    unsigned n = 0;
    for (const char *at = row->parameters; *at;)
        n += !strchr(FURTHER, read_parameter(&at).letter);
    return n;
}

char library_further(const struct library_row *row)
{
    size_t n = strlen(row->parameters);
    return n && strchr(FURTHER, row->parameters[n - 1]) ? row->parameters[n - 1] : 0;
}

bool library_state(const struct library_row *row, unsigned k, struct library_state *out)
{
    const char *at = row->states;
    for (; at && k; k--) {
        at = strchr(at, ' ');
        at += at != NULL;
    }
    if (!at)
        return false;
    *out = (struct library_state){
        .is_only_read = *at == '<', .only_without_pointer = *at == '!', .may_have_lock = *at == '?', .has_lock = *at == '='};
    at += strchr("<!?=", *at) != NULL;
    for (size_t n = 0; at[n] && at[n] != ' ' && n + 1 < sizeof out->name; n++)
        out->name[n] = at[n];
    return true;
}
