#include "cli/print_report.h"

#include "cli/commands.h"
#include "cli/outputs.h"
#include "cli/supervise.h"
#include "portfolio/pipeline.h"

static int status_of(const struct report *r)
{
    if (r->answer == REPORT_OPEN && r->internal_error)
        return STATUS_INTERNAL;
    return r->answer == REPORT_PROVED ? STATUS_TRUE : r->answer == REPORT_VIOLATED ? STATUS_FALSE : STATUS_UNKNOWN;
}

int print_report(const struct options *o, const struct pipeline *l, struct report *r, struct text *out)
{
    r->exit_status = status_of(r);
    r->command = o->command_line;
    if (!outputs_take_stdout(o)) {
        if (!o->quiet)
            report_diagnostics(out, r);
        if (o->stats)
            statistics_print(out, &r->statistics);
        if (l && o->explain)
            text_append(out, text_string(&l->explanation));
        if (l && !o->quiet)
            text_append(out, text_string(&l->notes));
        report_last_lines(out, r);
    }
    supervise_before_files(o, r->exit_status, out);
    bool ok = outputs_write(o, r, out);
    supervise_after_files();
    return ok ? r->exit_status : STATUS_INPUT;
}
