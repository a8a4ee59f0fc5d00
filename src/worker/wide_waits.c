/* Uses of locks in a whole program, and whether its threads may wait for ever: what is open, with --verbose also what is proved; then what was not known, the verdict, and the
 * reports. */
#include "base/text.h"
#include "base/outputs.h"
#include "worker/print_report.h"
#include "worker/supervise.h"
#include "worker/wide_report.h"
#include "engines/wide/wide.h"
#include "report/reports.h"

struct waits_writer {
    const struct options *options;
    const struct wide *w;
    struct arena words;
    struct text lines; /* for the terminal */
    const char *said;  /* of them all but the last two, if a report shall have them */
    wide_checks checks;
};

static void place(struct waits_writer *x, uint32_t step)
{
    const struct outline_step *s = &x->w->outline->steps.data[step];
    text_printf(&x->lines, "%s:%u", s->pos.file ? s->pos.file : "?", s->pos.line);
}

static const char *function_of(const struct wide *w, uint32_t step)
{
    const struct outline_step *s = &w->outline->steps.data[step];
    return s->pos.function ? s->pos.function : w->outline->procedures.data[w->procedure_of.data[step]].name;
}

/* --- uses of locks --- */

static const char *look_at_locks(struct waits_writer *x)
{
    wide_misuses found = {0};
    uint32_t open = 0;
    wide_find_misuses(x->w, &found);
    vector_each(const struct wide_misuse *, m, &found) {
        open += !m->proved;
        vector_push(&x->checks, (struct wide_check){m->step, m->what, m->proved, NULL});
        if (m->proved && !x->options->verbose)
            continue;
        text_append(&x->lines, m->proved ? "proved    " : "open      ");
        place(x, m->step);
        text_printf(&x->lines, "  %s in %s\n", m->what, function_of(x->w, m->step));
    }
    vector_free(&found);
    return open ? "uses of locks are open" : NULL;
}

/* --- waiting for ever --- */

static void doubt(struct waits_writer *x, const struct wide_doubt *d)
{
    text_append(&x->lines, "open      ");
    if (d->step != NONE) {
        place(x, d->step);
        text_printf(&x->lines, "  %s in %s\n", d->what, function_of(x->w, d->step));
    } else {
        text_printf(&x->lines, "%s\n", d->what);
    }
}

static void waiting(struct waits_writer *x, const struct wide_waiting *t, bool begins)
{
    u32_vector calls = {0};
    const struct outline *o = x->w->outline;
    text_append(&x->lines, begins ? "candidate " : "          ");
    place(x, t->step);
    text_printf(&x->lines, "  %s holds %s and waits for %s in %s", o->procedures.data[x->w->kinds.data[t->kind].entry].name,
                t->holds, t->wants, function_of(x->w, t->step));
    wide_call_path(x->w, t->kind, t->step, &calls);
    vector_each(const uint32_t *, c, &calls)
        text_printf(&x->lines, "%s%u", c == calls.data ? " (calls at " : ", ", o->steps.data[*c].pos.line);
    text_append(&x->lines, calls.size ? ")\n" : "\n");
    vector_free(&calls);
}

/* "line 12: a thread waits for ...", of the first one. */
static const char *first_doubt(struct waits_writer *x, const struct wide_doubt *d)
{
    return d->step == NONE ? d->what : arena_printf(&x->words, "line %u: %s", x->w->outline->steps.data[d->step].pos.line, d->what);
}

static const char *first_circle(struct waits_writer *x, const struct wide_deadlocks *found)
{
    struct text t = {0};
    vector_each(const struct wide_waiting *, c, &found->circles) {
        text_printf(&t, "%sline %u holds %s and waits for %s", c == found->circles.data ? "a candidate: " : ", ",
                    x->w->outline->steps.data[c->step].pos.line, c->holds, c->wants);
        if (c->closes)
            break;
    }
    const char *words = arena_strdup(&x->words, text_string(&t));
    text_free(&t);
    return words;
}

static const char *look_at_deadlocks(struct waits_writer *x)
{
    struct wide_deadlocks found;
    wide_find_deadlocks(x->w, &found);
    bool begins = true;
    vector_each(const struct wide_waiting *, c, &found.circles) {
        waiting(x, c, begins);
        begins = c->closes;
    }
    vector_each(const struct wide_doubt *, d, &found.doubts)
        doubt(x, d);
    struct wide_check whole = {NONE, "deadlock", !found.circles.size && !found.doubts.size, NULL};
    if (found.circles.size)
        whole.reason = first_circle(x, &found);
    else if (found.doubts.size)
        whole.reason = first_doubt(x, found.doubts.data);
    else if (x->options->verbose)
        text_printf(&x->lines, "proved    no circle at %u waits for locks and threads, and who holds a lock gives it back\n",
                    found.waits);
    vector_push(&x->checks, whole);
    const char *why = found.circles.size  ? "threads may wait for each other's locks in a circle"
                      : found.doubts.size ? "something may keep a thread waiting"
                                          : NULL;
    wide_deadlocks_free(&found);
    return why;
}

/* --- the end --- */

static const char *obstacle(const struct waits_writer *x, const char *open)
{
    return open                          ? open
           : x->w->outline->unknown.size ? "there are calls of which nothing is known"
           : strcmp(x->options->undefined, "assume") && !x->options->memory_holds
               ? "it is so if every access stays within its object: --undefined=assume says so"
               : NULL;
}

static bool write_reports(const struct waits_writer *x, int status, const char *why, struct text *out)
{
    struct wide_report r;
    wide_report_checks(&r, x->options, x->w, &x->checks);
    r.report.answer = status == STATUS_TRUE ? REPORT_PROVED : REPORT_OPEN;
    r.report.reason = why;
    r.report.exit_status = status;
    r.report.words = x->said;
    bool ok = reports_write(x->options, &r.report, out);
    wide_report_free(&r);
    return ok;
}

static void add_last_lines(struct waits_writer *x, const char *why)
{
    const struct outline *o = x->w->outline;
    uint32_t proved = 0;
    vector_each(const struct wide_check *, c, &x->checks)
        proved += c->proved;
    if (x->options->quiet)
        text_clear(&x->lines);
    for (uint32_t k = 0; k < o->unknown.size && !x->options->quiet; k++)
        text_printf(&x->lines, "not known: %s (line %u)\n", o->unknown.data[k], o->unknown_at.data[k].line);
    x->said = x->options->with_words ? arena_strdup(&x->words, text_string(&x->lines)) : NULL;
    text_printf(&x->lines, "checks: %u proved, 0 violated, %u open\n", proved, x->checks.size - proved);
    if (why)
        text_printf(&x->lines, "VERDICT: UNKNOWN (%s)\n", why);
    else
        text_append(&x->lines, "VERDICT: TRUE\n");
}

int print_waits(const struct options *o, const struct wide *w, const char *others, struct text *out)
{
    struct waits_writer x = {.options = o, .w = w, .words = ARENA_EMPTY};
    const char *why = obstacle(&x, strcmp(o->property, "locks") ? look_at_deadlocks(&x) : look_at_locks(&x));
    if (why)
        why = others ? arena_printf(&x.words, "wide: %s; the others: %s", why, others) : arena_printf(&x.words, "wide: %s", why);
    int status = why ? STATUS_UNKNOWN : STATUS_TRUE;
    add_last_lines(&x, why);
    if (!outputs_take_stdout(o))
        text_append_bytes(out, text_string(&x.lines), x.lines.size);
    supervise_before_files(o, status, out);
    if (reports_any(o) && !write_reports(&x, status, why, out))
        status = STATUS_INPUT;
    supervise_after_files();
    text_free(&x.lines);
    vector_free(&x.checks);
    arena_release(&x.words);
    return status;
}
