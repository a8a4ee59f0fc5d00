/* Schedules of a program that is cut coarsely, where almost every way leads on, or not at all: drawn, and on the program as the front end made it. What steps of a smaller one stand for
 * is hard to find where so much is arbitrary, and to make a whole program smaller takes longer than drawing runs of it. */
#include "engines/engine.h"
#include "portfolio/close.h"
#include "portfolio/pipeline.h"
#include "program/print.h"

static const uint64_t MOST_WORK = 4000000; /* steps that are tried of one that is cut, before it is given up */

static const char *relies_on(struct pipeline *l, const struct location *at)
{
    struct text where = {0};
    print_position(&where, at->pos);
    const char *words = arena_printf(&l->words, "the schedule that was found relies on %s at %s, which is left open", at->reason,
                                     text_string(&where));
    text_free(&where);
    return words;
}

/* A schedule that relies on nothing that was cut is one of the whole program. */
struct report_check close_judge(struct pipeline *l, uint32_t check, struct trace *t)
{
    struct report_check c = {.check = &l->original->checks.data[check]};
    const struct location *at = t ? trace_approximate(l->original, t) : NULL;
    if (!t)
        c.reason = "no schedule was drawn";
    else if (at) {
        c.candidate = t;
        c.reason = relies_on(l, at);
    } else {
        c.answer = REPORT_VIOLATED;
        c.engine = "random";
        c.trace = t;
    }
    return c;
}

void close_draw(struct pipeline *l, enum close_look look, const uint32_t *alike, const struct budget *limits, struct report *r)
{
    struct options mine = *l->options;
    struct task task = {
        .program = l->original, .options = &mine, .budget = *limits, .exactly = look == LOOK_AT_WHOLE, .alike = alike};
    struct verdict v;
    if (look == LOOK_COARSELY)
        mine.random_work = MOST_WORK;
    pipeline_begin_report(l, limits, r);
    verdict_init(&v, l->original);
    engine_run(engine_find("random"), &task, &v);
    for (uint32_t i = 0; i < v.results.size; i++) {
        struct report_check c = close_judge(l, i, v.results.data[i].trace);
        v.results.data[i].trace = NULL;
        vector_push(&r->checks, c);
    }
    verdict_free(&v);
}
