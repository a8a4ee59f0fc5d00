/* The table of library functions. */
#include "frontend/library.h"

#include <ctype.h>
#include <string.h>

#define FURTHER "*&%" /* letters for any number of further arguments */

static const struct library_row rows[] = {
#define LIBRARY(name, parameters, result, state) {#name, parameters, result, state},
#include "frontend/library.def"
};

const struct library_row *library_find(const char *function)
{
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        if (strcmp(rows[k].name, function) == 0)
            return &rows[k];
    return NULL;
}

struct library_parameter library_parameter(const struct library_row *row, unsigned k)
{
    struct library_parameter p = {.letter = 'v'};
    const char *at = row->parameters;
    for (unsigned i = 0; *at; i++) {
        p = (struct library_parameter){.letter = *at++};
        for (unsigned n = 0; *at == ':' && isdigit((unsigned char)at[1]); at += 2)
            if (n < 2)
                p.size[n++] = (unsigned)(at[1] - '0');
        if (i == k && !strchr(FURTHER, p.letter))
            return p;
    }
    return (struct library_parameter){.letter = 'v'};
}

char library_further(const struct library_row *row)
{
    size_t n = strlen(row->parameters);
    return n && strchr(FURTHER, row->parameters[n - 1]) ? row->parameters[n - 1] : 0;
}
