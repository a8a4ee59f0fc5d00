#include "worker/witness_file.h"

#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void witness_add_values(struct waypoint *p, const char *constraint)
{
    for (const char *at = constraint; (at = strstr(at, "==")) && p->value_count < WITNESS_VALUES;) {
        char *end;
        at += 2;
        at += strspn(at, " (");
        errno = 0;
        uint64_t value = *at == '-' ? (uint64_t)strtoll(at, &end, 0) : strtoull(at, &end, 0);
        if (end > at && errno == 0)
            p->values[p->value_count++] = value;
    }
}

static bool looks_like_markup(const struct text *bytes)
{
    const char *p = text_string(bytes);
    while (isspace((unsigned char)*p))
        p++;
    return *p == '<' || starts_with(p, "\xef\xbb\xbf<");
}

bool witness_read(struct witness *w, const char *path, const char **error)
{
    struct text bytes = {0};
    *w = (struct witness){.specification = ""};
    if (!text_read_regular_file(&bytes, path)) {
        const char *problem = file_problem(path);
        *error = arena_printf(&w->words, "cannot read %s: %s", path, problem ? problem : "it is no file");
        return false;
    }
    bool markup = looks_like_markup(&bytes);
    text_free(&bytes);
    return markup ? witness_read_graphml(w, path, error) : witness_read_yaml(w, path, error);
}

void witness_free(struct witness *w)
{
    vector_free(&w->hashes);
    vector_free(&w->waypoints);
    vector_free(&w->claims);
    vector_free(&w->ghosts);
    vector_free(&w->ghost_steps);
    arena_release(&w->words);
}
