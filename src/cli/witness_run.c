#include "cli/witness_run.h"

#include "base/log.h"
#include "portfolio/evidence.h"

/* Seconds for each engine, and a share of what --timeout leaves. */
static const double LONGEST = 4, SHARE = 0.2;
static const char *const provers[] = {"modular", "flow", "cartesian"};

static double time_for_each(const struct options *o, const struct report *r)
{
    double left = o->timeout ? (double)o->timeout - r->seconds - 1 : 1000;
    return left * SHARE < LONGEST ? left * SHARE : LONGEST;
}

/* Whether this engine gave proofs that hold. */
static bool ask(struct witness_run *w, const char *engine, double seconds)
{
    const char *error = NULL;
    struct report answers = {0};
    w->options.engine = engine;
    w->options.check_proof = true;
    w->options.invariant = NULL;
    struct budget budget = {.deadline = clock_wall() + seconds, .memory = (size_t)w->options.memory << 20};
    if (!pipeline_load(&w->pipeline, &w->options, &budget, &error)) {
        pipeline_free(&w->pipeline);
        return false;
    }
    w->loaded = true;
    pipeline_passes(&w->pipeline);
    pipeline_decide(&w->pipeline, &budget, &answers);
    vector_each(struct evidence **, e, &w->pipeline.evidence)
        if ((*e)->state == EVIDENCE_HOLDS)
            vector_push(&w->report.proofs, (*e)->proof);
    pipeline_free_report(&answers);
    return w->report.proofs.size > 0;
}

void witness_run_make(struct witness_run *w, const struct options *o, const struct report *r)
{
    *w = (struct witness_run){.options = *o, .report = *r};
    w->options.no_pass = (string_vector){0};
    vector_each(const char **, s, &o->no_pass)
        vector_push(&w->options.no_pass, *s);
    vector_push(&w->options.no_pass, "movers");
    w->report.proofs.data = NULL;
    w->report.proofs.size = w->report.proofs.capacity = 0;
    double each = time_for_each(o, r);
    for (size_t i = 0; i < sizeof provers / sizeof *provers && each > 0.2 && !interrupted(); i++) {
        if (w->loaded)
            pipeline_free(&w->pipeline);
        w->loaded = false;
        progress("invariants for the witness: %s", provers[i]);
        if (ask(w, provers[i], each)) {
            w->report.program = w->pipeline.original; /* the proofs are about versions of this one */
            w->report.fine_proofs = true;
            break;
        }
    }
}

void witness_run_free(struct witness_run *w)
{
    if (w->loaded)
        pipeline_free(&w->pipeline);
    vector_free(&w->report.proofs);
    vector_free(&w->options.no_pass);
}
