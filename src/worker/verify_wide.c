/* heddle verify --engine wide: the whole program in outline, an answer for every pair of accesses, for every use of a lock, or
 * whether threads may wait for ever. */
#include "base/log.h"
#include "worker/check_file.h"
#include "base/status.h"
#include "worker/verify_wide.h"
#include "portfolio/pipeline.h"
#include "base/outputs.h"
#include "worker/supervise.h"
#include "engines/wide/wide.h"

#include <stdio.h>

static int races(const struct options *o, const struct outline *outline, const struct budget *budget, struct text *out)
{
    struct wide_result *r = wide_races(outline, budget);
    struct options others = *o;
    struct text unseen = {0};
    bool written = !o->proof || write_outline_proof(o, outline, out), alone = o->proof && outputs_take_stdout(o);
    others.proof = NULL; /* it is another one than those of other engines */
    int status = print_wide(&others, &(struct wide_answers){.outline = outline, .wide = r}, alone ? &unseen : out);
    wide_result_free(r);
    text_free(&unseen);
    return written ? status : STATUS_INPUT;
}

static int waits(const struct options *o, const struct outline *outline, struct text *out)
{
    struct wide *w = wide_begin(outline);
    int status = print_waits(o, w, NULL, out);
    wide_end(w);
    return status;
}

static int work(const struct options *o, const struct budget *budget, struct text *out)
{
    struct arena words = ARENA_EMPTY;
    const char *error = NULL;
    int status = STATUS_INPUT;
    struct outline *outline = pipeline_outline(o, NULL, budget, &words, &error);
    if (outline) {
        status = strcmp(o->property, "race") ? waits(o, outline, out) : races(o, outline, budget, out);
        outline_free(outline);
    } else {
        log_error("%s", interrupted() ? "interrupted" : error);
    }
    arena_release(&words);
    return status;
}

int verify_wide(const struct options *o)
{
    const char *failure;
    if (strcmp(o->property, "race") && strcmp(o->property, "locks") && strcmp(o->property, "deadlock")) {
        log_error("--engine=wide decides --property=race, locks and deadlock only");
        return STATUS_USAGE;
    }
    bool race = !strcmp(o->property, "race");
    struct options others = *o;
    if (race)
        others.html = NULL; /* it has a page of its own for these */
    bool proof_only = o->proof && race && reports_needs(&others) == REPORT_NEEDS_PROOF;
    if (reports_needs(&others) && !proof_only) {
        log_error(
            "--engine=wide has answers alone, and no proof or schedule to write, but for --proof and --html of --property=race");
        return STATUS_USAGE;
    }
    int status = supervise(o, work, &failure);
    if (!failure)
        return status;
    printf("checks: 0 proved, 0 violated, 0 open\nVERDICT: UNKNOWN (%s)\n", failure);
    return STATUS_UNKNOWN;
}
