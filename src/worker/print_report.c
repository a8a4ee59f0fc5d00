#include "worker/print_report.h"

#include "base/outputs.h"
#include "base/status.h"
#include "worker/supervise.h"
#include "portfolio/pipeline.h"
#include "report/reports.h"

static int status_of(const struct report *r)
{
    if (r->answer == REPORT_OPEN && r->internal_error)
        return STATUS_INTERNAL;
    return r->answer == REPORT_PROVED ? STATUS_TRUE : r->answer == REPORT_VIOLATED ? STATUS_FALSE : STATUS_UNKNOWN;
}

bool reports_write(const struct options *o, const struct report *r, struct text *out)
{
    report_formats asked = {0};
    bool ok = true;
    reports_asked(o, &asked);
    vector_each(const struct report_format *, f, &asked) {
        struct text t = {0};
        if (f->write(&t, r))
            ok = outputs_put(f->path, &t, out) && ok;
        else
            outputs_leave_none(f->path);
        text_free(&t);
    }
    vector_free(&asked);
    return ok;
}

/* All but the last two lines. */
static void say(struct text *out, const struct options *o, const struct pipeline *l, const struct report *r)
{
    if (!o->quiet)
        report_diagnostics(out, r);
    if (o->stats)
        statistics_print(out, &r->statistics);
    if (l && o->explain)
        text_append(out, text_string(&l->explanation));
    if (l && !o->quiet)
        text_append(out, text_string(&l->notes));
}

int print_report(const struct options *o, const struct pipeline *l, struct report *r, struct text *out)
{
    r->exit_status = status_of(r);
    r->command = o->command_line;
    struct text words = {0};
    bool printed = !outputs_take_stdout(o);
    if (printed || o->with_words)
        say(&words, o, l, r);
    if (o->with_words)
        r->words = text_string(&words);
    if (printed) {
        text_append_bytes(out, text_string(&words), words.size);
        report_last_lines(out, r);
    }
    supervise_before_files(o, r->exit_status, out);
    bool ok = reports_write(o, r, out);
    supervise_after_files();
    r->words = NULL;
    text_free(&words);
    return ok ? r->exit_status : STATUS_INPUT;
}
