/* Whether threads of a whole program may wait for ever: circles of threads that wait for each other's locks, which are candidates; what else may keep a thread waiting; and the verdict. */
#include "base/text.h"
#include "cli/commands.h"
#include "engines/wide/wide.h"

static void place(const struct wide *w, uint32_t step, struct text *out)
{
    const struct outline_step *s = &w->outline->steps.data[step];
    text_printf(out, "%s:%u", s->pos.file ? s->pos.file : "?", s->pos.line);
}

static const char *function_of(const struct wide *w, uint32_t step)
{
    const struct outline_step *s = &w->outline->steps.data[step];
    return s->pos.function ? s->pos.function : w->outline->procedures.data[w->procedure_of.data[step]].name;
}

static void doubt(const struct wide *w, const struct wide_doubt *d, struct text *out)
{
    text_append(out, "open      ");
    if (d->step != NONE) {
        place(w, d->step, out);
        text_printf(out, "  %s in %s\n", d->what, function_of(w, d->step));
    } else {
        text_printf(out, "%s\n", d->what);
    }
}

static void waiting(const struct wide *w, const struct wide_waiting *x, bool begins, struct text *out)
{
    u32_vector calls = {0};
    text_append(out, begins ? "candidate " : "          ");
    place(w, x->step, out);
    text_printf(out, "  %s holds %s and waits for %s in %s", w->outline->procedures.data[w->kinds.data[x->kind].entry].name,
                x->holds, x->wants, function_of(w, x->step));
    wide_call_path(w, x->kind, x->step, &calls);
    vector_each(const uint32_t *, c, &calls)
        text_printf(out, "%s%u", c == calls.data ? " (calls at " : ", ", w->outline->steps.data[*c].pos.line);
    text_append(out, calls.size ? ")\n" : "\n");
    vector_free(&calls);
}

static const char *obstacle(const struct options *o, const struct outline *outline, const struct wide_deadlocks *d)
{
    return d->circles.size         ? "threads may wait for each other's locks in a circle"
           : d->doubts.size        ? "something may keep a thread waiting"
           : outline->unknown.size ? "there are calls of which nothing is known"
           : strcmp(o->undefined, "assume")
               ? "nobody waits for ever if every access stays within its object: --undefined=assume says so"
               : NULL;
}

int print_deadlocks(const struct options *o, const struct wide *w, struct text *out)
{
    struct wide_deadlocks found;
    wide_find_deadlocks(w, &found);
    bool begins = true;
    vector_each(const struct wide_waiting *, x, &found.circles) {
        if (!o->quiet)
            waiting(w, x, begins, out);
        begins = x->closes;
    }
    bool proved = !found.circles.size && !found.doubts.size;
    if (!o->quiet) {
        vector_each(const struct wide_doubt *, d, &found.doubts)
            doubt(w, d, out);
        for (uint32_t k = 0; k < w->outline->unknown.size; k++)
            text_printf(out, "not known: %s (line %u)\n", w->outline->unknown.data[k], w->outline->unknown_at.data[k].line);
        if (proved && o->verbose)
            text_printf(out, "proved    at none of %u waits for locks and threads: no circle, and who holds a lock gives it back\n",
                        found.waits);
    }
    const char *why = obstacle(o, w->outline, &found);
    text_printf(out, "checks: %u proved, 0 violated, %u open\n", proved, !proved);
    if (why)
        text_printf(out, "VERDICT: UNKNOWN (wide: %s)\n", why);
    else
        text_append(out, "VERDICT: TRUE\n");
    wide_deadlocks_free(&found);
    return why ? STATUS_UNKNOWN : STATUS_TRUE;
}
