/* heddle show: the program as the engines see it. */
#include "base/log.h"
#include "cli/commands.h"
#include "cli/pipeline.h"
#include "cli/supervise.h"
#include "engines/flow/flow.h"
#include "program/print.h"

#include <inttypes.h>
#include <stdio.h>

static void print_unsupported(struct text *out, const struct program *p)
{
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct location *, l, &c->locations)
            if (l->flags & LOC_UNSUPPORTED) {
                text_append(out, "unsupported-reason: ");
                print_position(out, l->pos);
                text_printf(out, ": %s\n", l->reason ? l->reason : "?");
            }
}

static void print_invariants(struct text *out, const struct program *p, const struct options *o, const struct budget *budget)
{
    const char *why_not = "the time or memory limit, or something that is not modelled";
    struct task task = {.program = p, .property = PROPERTY_REACH, .options = o, .budget = *budget};
    struct verdict v = {0};
    if (engine_flow.suits(p, PROPERTY_REACH, &why_not))
        v.proof = flow_invariants(&task);
    if (v.proof)
        proof_print(out, v.proof);
    else
        text_printf(out, "no invariants: %s\n", why_not);
    verdict_free(&v);
}

static int work(const struct options *o, const struct budget *budget, struct text *out)
{
    struct pipeline l;
    const char *error = NULL;
    if (!pipeline_load(&l, o, &error)) {
        log_error("%s", interrupted() ? "interrupted" : error);
        pipeline_free(&l);
        return STATUS_INPUT;
    }
    if (!o->raw)
        pipeline_passes(&l);
    if (o->summary) {
        print_summary(out, l.small);
        print_unsupported(out, l.small);
    } else if (o->invariants) {
        print_invariants(out, l.small, o, budget);
    } else if (o->dot) {
        print_dot(out, l.small);
    } else {
        print_program(out, l.small);
    }
    pipeline_free(&l);
    return 0;
}

int command_show(const struct options *o)
{
    const char *failure;
    int status = supervise(o, work, &failure);
    if (!failure)
        return status;
    log_error("%s", failure);
    return STATUS_INTERNAL;
}
