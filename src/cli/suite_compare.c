#include "cli/suite_compare.h"

#include <errno.h>
#include <stdlib.h>

static const double SLOWER = 2, MORE = 1; /* times, and seconds */

/* --- reading --- */

enum { TASK, PROPERTY, EXPECTED, VERDICT, RESULT, WALL, CPU, MEMORY, REASON, FIELDS };
static const char header[] = "task,property,expected,verdict,result,wall_s,cpu_s,memory_mb,reason";

/* One line into fields; quotes are doubled within quotes. Returns what follows the line. */
static const char *read_line(const char *p, const char *fields[FIELDS], struct arena *words)
{
    struct text t = {0};
    for (int i = 0; i < FIELDS; i++)
        fields[i] = "";
    for (int i = 0; *p && *p != '\n';) {
        bool quoted = *p == '"';
        p += quoted;
        while (*p && (quoted ? *p != '"' || p[1] == '"' : *p != ',' && *p != '\n')) {
            p += quoted && *p == '"';
            text_char(&t, *p++);
        }
        p += quoted && *p == '"';
        if (i < FIELDS)
            fields[i] = arena_strdup(words, text_string(&t));
        text_clear(&t);
        i++;
        p += *p == ',';
    }
    text_free(&t);
    return *p ? p + 1 : p;
}

bool suite_results_read(suite_results *out, const char *path, const char **error, struct arena *words)
{
    struct text t = {0};
    if (!text_read_file(&t, path)) {
        *error = arena_printf(words, "cannot read %s: %s", path, strerror(errno));
        return false;
    }
    const char *p = text_string(&t), *fields[FIELDS];
    bool ok = starts_with(p, header);
    if (!ok)
        *error = arena_printf(words, "%s: not a CSV that heddle suite wrote", path);
    else
        p = read_line(p, fields, words);
    while (ok && *p) {
        p = read_line(p, fields, words);
        struct suite_result r = {fields[TASK], fields[PROPERTY], fields[VERDICT], fields[RESULT], atof(fields[CPU])};
        if (*r.task)
            vector_push(out, r);
    }
    text_free(&t);
    return ok;
}

/* --- comparing --- */

/* The last two names of a path. */
static const char *tail(const char *path)
{
    const char *last = strrchr(path, '/');
    if (!last)
        return path;
    while (last > path && last[-1] != '/')
        last--;
    return last;
}

static const struct suite_result *find(const suite_results *in, const struct suite_result *r)
{
    vector_each(const struct suite_result *, x, in)
        if (!strcmp(x->property, r->property) && !strcmp(tail(x->task), tail(r->task)))
            return x;
    return NULL;
}

static bool is_right(const struct suite_result *r) { return !strcmp(r->result, "right"); }

enum change { GAINED, LOST, SLOWER_NOW, FASTER_NOW, SAME, CHANGES };
static const char *const change_names[CHANGES] = {"gained", "lost", "slower", "faster", "same"};

static enum change change_of(const struct suite_result *before, const struct suite_result *now)
{
    if (is_right(now) && !is_right(before))
        return GAINED;
    if (is_right(before) && !is_right(now))
        return LOST;
    if (!is_right(now))
        return SAME;
    if (now->cpu >= SLOWER * before->cpu && now->cpu >= before->cpu + MORE)
        return SLOWER_NOW;
    return before->cpu >= SLOWER * now->cpu && before->cpu >= now->cpu + MORE ? FASTER_NOW : SAME;
}

void suite_compare(struct text *out, const suite_results *before, const suite_results *now, const char *name)
{
    unsigned count[CHANGES] = {0}, added = 0;
    text_printf(out, "\ncompared with %s:\n", name);
    for (unsigned c = 0; c < SAME; c++)
        vector_each(const struct suite_result *, r, now) {
            const struct suite_result *old = find(before, r);
            if (!old || change_of(old, r) != c)
                continue;
            count[c]++;
            text_printf(out, "%-8s %-7s -> %-7s %8.2f s -> %8.2f s  %s\n", change_names[c], old->verdict, r->verdict, old->cpu,
                        r->cpu, r->task);
        }
    vector_each(const struct suite_result *, r, now) {
        const struct suite_result *old = find(before, r);
        added += !old;
        count[SAME] += old && change_of(old, r) == SAME;
    }
    unsigned compared = 0;
    for (unsigned c = 0; c < CHANGES; c++)
        compared += count[c];
    text_printf(out, "gained %u, lost %u, slower %u, faster %u, same %u; %u new, %u no longer there\n", count[GAINED], count[LOST],
                count[SLOWER_NOW], count[FASTER_NOW], count[SAME], added, before->size > compared ? before->size - compared : 0);
}
