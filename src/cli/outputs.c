#include "cli/outputs.h"

#include "base/log.h"
#include "cli/witness_run.h"
#include "report/html.h"
#include "report/sarif.h"
#include "report/witness.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

enum { OUTPUTS = 3 };

static void names_of(const struct options *o, const char *names[OUTPUTS])
{
    names[0] = o->sarif;
    names[1] = o->witness;
    names[2] = o->html;
}

bool outputs_writable(const struct options *o)
{
    const char *names[OUTPUTS];
    names_of(o, names);
    for (int i = 0; i < OUTPUTS; i++) {
        if (!names[i] || !strcmp(names[i], "-"))
            continue;
        FILE *f = fopen(names[i], "ab");
        if (!f) {
            log_error("cannot write %s: %s", names[i], strerror(errno));
            return false;
        }
        fclose(f);
    }
    return true;
}

bool outputs_take_stdout(const struct options *o)
{
    const char *names[OUTPUTS];
    names_of(o, names);
    for (int i = 0; i < OUTPUTS; i++)
        if (names[i] && !strcmp(names[i], "-"))
            return true;
    return false;
}

static bool keep(const char *path, struct text *content, struct text *out)
{
    bool ok = true;
    if (!strcmp(path, "-"))
        text_append_bytes(out, text_string(content), content->size);
    else if (!(ok = text_write_file(content, path)))
        log_error("cannot write %s: %s", path, strerror(errno));
    text_free(content);
    return ok;
}

/* UNKNOWN has no witness: then no file may be taken for one. */
static bool write_witness(const char *path, const struct report *r, struct text *out)
{
    struct text t = {0};
    bool yaml = ends_with(path, ".yml") || ends_with(path, ".yaml");
    if (yaml ? witness_yaml(&t, r) : witness_graphml(&t, r))
        return keep(path, &t, out);
    if (strcmp(path, "-"))
        unlink(path);
    return true;
}

bool outputs_write(const struct options *o, const struct report *r, int exit_status, struct text *out)
{
    bool ok = true, fine = (o->witness || o->html) && r->answer == REPORT_PROVED && r->checks.size;
    struct text t = {0};
    struct witness_run run;
    if (fine)
        witness_run_make(&run, o, r);
    if (o->sarif) {
        report_sarif(&t, r, exit_status);
        ok = keep(o->sarif, &t, out);
    }
    if (o->html) {
        report_html(&t, fine && run.report.proofs.size ? &run.report : r);
        ok = keep(o->html, &t, out) && ok;
    }
    if (o->witness)
        ok = write_witness(o->witness, fine ? &run.report : r, out) && ok;
    if (fine)
        witness_run_free(&run);
    return ok;
}
