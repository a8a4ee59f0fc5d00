/* Uses of locks in a whole program: open ones, with --verbose also those that are right; then what was not known, and the verdict. */
#include "base/text.h"
#include "cli/commands.h"
#include "engines/wide/wide.h"

static void line(const struct wide *w, const struct wide_misuse *m, struct text *out)
{
    const struct outline_step *s = &w->outline->steps.data[m->step];
    text_printf(out, "%s %s:%u  %s in %s\n", m->proved ? "proved   " : "open     ", s->pos.file ? s->pos.file : "?", s->pos.line,
                m->what, s->pos.function ? s->pos.function : w->outline->procedures.data[w->procedure_of.data[m->step]].name);
}

static const char *obstacle(const struct options *o, const struct outline *outline, uint32_t open)
{
    return open                    ? "uses of locks are open"
           : outline->unknown.size ? "there are calls of which nothing is known"
           : strcmp(o->undefined, "assume")
               ? "no lock is used wrongly if every access stays within its object: --undefined=assume says so"
               : NULL;
}

int print_misuses(const struct options *o, const struct wide *w, struct text *out)
{
    wide_misuses found = {0};
    uint32_t proved = 0;
    wide_find_misuses(w, &found);
    vector_each(const struct wide_misuse *, m, &found) {
        proved += m->proved;
        if (!o->quiet && (o->verbose || !m->proved))
            line(w, m, out);
    }
    for (uint32_t k = 0; k < w->outline->unknown.size && !o->quiet; k++)
        text_printf(out, "not known: %s (line %u)\n", w->outline->unknown.data[k], w->outline->unknown_at.data[k].line);
    const char *why = obstacle(o, w->outline, found.size - proved);
    text_printf(out, "checks: %u proved, 0 violated, %u open\n", proved, found.size - proved);
    if (why)
        text_printf(out, "VERDICT: UNKNOWN (wide: %s)\n", why);
    else
        text_append(out, "VERDICT: TRUE\n");
    vector_free(&found);
    return why ? STATUS_UNKNOWN : STATUS_TRUE;
}
