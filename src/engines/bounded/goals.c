/* See goals.h. */
#include "engines/bounded/goals.h"

bool check_open(const struct task *task, const struct verdict *v, uint32_t check)
{
    assert(check < task->program->checks.size && check < v->results.size);
    return check_is_asked(&task->program->checks.data[check]) && v->results.data[check].answer == ANSWER_OPEN &&
           !v->results.data[check].reason;
}

static void error_goals(goal_vector *goals, const struct unfolding *u, const struct task *task, const struct verdict *v)
{
    vector_each(const struct unrolled_target *, t, &u->errors)
        if (check_open(task, v, t->check))
            vector_push(goals, (struct probe_goal){.x = t->x, .node = t->node, .tag = t->check, .other = NONE});
}

/* --- races --- */

/* Two threads, each about to make one of the accesses on the same slot. */
static void race_goals(goal_vector *goals, struct unfolding *u, const struct check *c, struct check_result *result)
{
    u32_vector others = {0};
    for (uint32_t i = 0; i < u->accesses.size; i++)
        if (u->accesses.data[i].access == c->access_b)
            vector_push(&others, i);
    vector_each(const struct used_access *, a, &u->accesses)
        for (uint32_t i = 0; a->access == c->access_a && i < others.size; i++) {
            const struct used_access *b = &u->accesses.data[others.data[i]];
            const struct unrolled_step *p = &u->steps.data[a->step], *q = &u->steps.data[b->step];
            const struct unrolled_node *m = &u->nodes.data[p->from], *n = &u->nodes.data[q->from];
            if (m->instance == n->instance || (a->access == b->access && m->instance > n->instance))
                continue;
            lit x = circuit_and(u->circuit, p->x, q->x);
            x = circuit_and(u->circuit, x, circuit_and(u->circuit, a->inside, b->inside));
            if (a->index && b->index)
                x = circuit_and(u->circuit, x, word_equal(&u->blaster, a->index, b->index, u->contents.slots[a->cell].width));
            if (m->section != NONE || n->section != NONE)
                result->reason = BECAUSE(RACE_IN_SECTION);
            else if (x != LIT_FALSE)
                vector_push(goals, (struct probe_goal){.x = x, .node = p->from, .leaving = true, .tag = c->id, .other = q->from});
        }
    vector_free(&others);
}

/* --- deadlock --- */

/* Every thread has ended or waits, one waits, and neither the program nor the bound has ended anything. */
static lit deadlock(struct unfolding *u)
{
    lit_vector waiting = {0};
    lit all = LIT_TRUE;
    vector_each(const struct stop *, s, &u->stops) {
        all = circuit_and(u->circuit, all, circuit_implies(u->circuit, s->x, s->stuck));
        if (s->waits)
            vector_push(&waiting, s->x);
    }
    vector_each(const lit *, x, &u->halts)
        all = circuit_and(u->circuit, all, lit_not(*x));
    vector_each(const struct unrolled_target *, t, &u->cuts)
        all = circuit_and(u->circuit, all, lit_not(t->x));
    all = circuit_and(u->circuit, all, circuit_or_all(u->circuit, waiting.data, waiting.size));
    vector_free(&waiting);
    return all;
}

void goals_find(goal_vector *goals, struct unfolding *u, const struct task *task, struct verdict *v)
{
    vector_clear(goals);
    error_goals(goals, u, task, v);
    vector_each(const struct check *, c, &u->program->checks) {
        if (!check_open(task, v, c->id))
            continue;
        if (c->kind == CHECK_PAIR)
            race_goals(goals, u, c, &v->results.data[c->id]);
        lit x = c->kind == CHECK_STUCK ? deadlock(u) : LIT_FALSE;
        if (x != LIT_FALSE)
            vector_push(goals, (struct probe_goal){.x = x, .node = NONE, .whole = true, .tag = c->id, .other = NONE});
    }
}
