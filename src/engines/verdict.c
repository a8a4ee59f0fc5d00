/* Verdicts: made open, filled by an engine, summed up. */
#include "engines/engine.h"

void verdict_init(struct verdict *v, const struct program *p)
{
    *v = (struct verdict){0};
    vector_resize(&v->results, p->checks.size);
}

void verdict_free(struct verdict *v)
{
    vector_each(struct check_result *, r, &v->results)
        trace_free(r->trace);
    vector_free(&v->results);
    proof_free(v->proof);
    arena_release(&v->arena);
}

void verdict_publish(const struct task *task, const struct verdict *v)
{
    if (task->publish)
        task->publish(task->publisher, v);
}

enum answer verdict_answer(const struct verdict *v, const struct program *p)
{
    enum answer all = ANSWER_PROVED;
    vector_each(const struct check *, c, &p->checks) {
        if (!check_is_asked(c))
            continue;
        enum answer one = v->results.data[c->id].answer;
        if (one == ANSWER_VIOLATED)
            return ANSWER_VIOLATED;
        if (one == ANSWER_OPEN)
            all = ANSWER_OPEN;
    }
    return all;
}
