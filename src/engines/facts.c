/* Facts from one engine to another: who wants some, and was not given any, gets what the first engine that tells some finds out in
 * a small part of the time. */
#include "base/effort.h"
#include "engines/engine.h"

#include "base/log.h"

/* Fills in the facts of the task. They are the caller's to release. */
static struct proof *ask_tellers(const struct engine *asker, struct task *task)
{
    const struct reason *why_not;
    struct proof *facts = NULL;
    for (uint32_t i = 0; engines[i] && !facts; i++) {
        const struct engine *e = engines[i];
        if (e == asker || !e->tell || !e->can_tell(task->program, &why_not))
            continue;
        struct task ask = *task;
        ask.statistics = NULL;
        ask.publish = NULL;
        ask.budget = budget_share(&task->budget, SHARE_TELLER);
        ask.budget = budget_part(&ask.budget, EFFORT_TELLER);
        facts = e->tell(&ask, &task->facts_inductive);
        task->facts = facts;
        task->teller = e->name;
    }
    log_debug("%s: %s%s", asker->name, facts ? "with what is known to " : "on its own", facts ? task->teller : "");
    return facts;
}

void engine_run(const struct engine *e, const struct task *task, struct verdict *verdict)
{
    assert(verdict->results.size == task->program->checks.size);
    struct task with = *task;
    bool wants = !task->facts && e->wants_facts && e->wants_facts(task->options);
    struct proof *facts = wants ? ask_tellers(e, &with) : NULL;
    e->run(&with, verdict);
    proof_free(facts);
}
