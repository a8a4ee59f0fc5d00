/* Words are coloured when they are printed, not when they are made: what is written to files, or read by other parts, has none. */
#include "base/colour.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RED "\033[1;31m"
#define GREEN "\033[1;32m"
#define YELLOW "\033[1;33m"
#define MAGENTA "\033[1;35m"
#define CYAN "\033[36m"
#define BOLD "\033[1m"
#define PLAIN "\033[0m"

bool colour_wanted(const struct options *o, int file)
{
    const char *none = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if (strcmp(o->color, "auto"))
        return !strcmp(o->color, "always");
    return isatty(file) && !(none && *none) && terminal && strcmp(terminal, "dumb");
}

/* What stands between a place and the words about it. */
static const struct mark {
    const char *words, *colour;
} marks[] = {{": error: ", RED}, {": warning: ", MAGENTA}, {": note: ", CYAN}};

/* How a line may begin. */
static const struct mark beginnings[] = {
    {"VERDICT: TRUE", GREEN}, {"VERDICT: FALSE", RED}, {"VERDICT: UNKNOWN", YELLOW},
    {"proved ", GREEN},       {"violated ", RED},      {"open ", YELLOW},
};

static void append_line(struct text *out, const char *line)
{
    const struct mark *found = NULL;
    const char *at = NULL;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        const char *here = strstr(line, marks[i].words);
        if (here && (!at || here < at)) {
            at = here;
            found = &marks[i];
        }
    }
    if (found) {
        text_printf(out, BOLD "%.*s:" PLAIN " %s%.*s" PLAIN, (int)(at - line), line, found->colour, (int)strlen(found->words) - 3,
                    found->words + 2);
        text_printf(out, " %s", at + strlen(found->words));
        return;
    }
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (starts_with(line, beginnings[i].words)) {
            text_printf(out, "%s%s" PLAIN "%s", beginnings[i].colour, beginnings[i].words, line + strlen(beginnings[i].words));
            return;
        }
    text_append(out, line);
}

void text_append_coloured(struct text *out, const char *words, size_t size)
{
    struct text line = {0};
    for (size_t at = 0; at < size;) {
        const char *end = memchr(words + at, '\n', size - at);
        size_t n = end ? (size_t)(end - words) - at : size - at;
        text_clear(&line);
        text_append_bytes(&line, words + at, n);
        append_line(out, text_string(&line));
        at += n;
        if (end) {
            text_char(out, '\n');
            at++;
        }
    }
    text_free(&line);
}
