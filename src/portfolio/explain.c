/* --explain: who decided what, and why the others did not. */
#include "portfolio/contest.h"

static void explain_check(struct contest *c, const struct report_check *k, struct text *t)
{
    text_printf(t, "check %u: ", k->check->id);
    if (k->answer == REPORT_OPEN) {
        const char *why = k->reason ? k->reason : c->report->reason;
        text_printf(t, "open%s%s\n", why ? ": " : "", why ? why : "");
    } else if (k->answer == REPORT_VIOLATED) {
        text_printf(t, "violated, a schedule of %u steps found by %s and executed\n", k->trace->steps.size, k->engine);
    } else {
        static const char *const because[] = {
            [REPORT_BY_PROOF] = "its proof was checked, and holds", [REPORT_EXHAUSTIVELY] = "it has looked at everything"};
        text_printf(t, "proved by %s, %s: %s\n", k->engine, report_evidence_name(k->evidence),
                    k->evidence == REPORT_BY_ARGUMENT ? k->because : because[k->evidence]);
    }
}

static void explain_entrant(const struct entrant *e, struct text *t)
{
    text_printf(t, "engine %s: ", e->engine->name);
    if (e->process.started > 0)
        text_printf(t, "%.2f s, ", e->ran);
    if (e->task.facts)
        text_append(t, "given what flow found out, ");
    if (e->proved)
        text_printf(t, "proved %u, ", e->proved);
    if (e->violated)
        text_printf(t, "violated %u, ", e->violated);
    text_printf(t, "%s\n", e->remark ? e->remark : e->standing == WAITING ? "not asked: nothing was open" : "ended");
}

void contest_explain(struct contest *c)
{
    struct text *t = &c->pipeline->explanation;
    for (uint32_t i = 0; i < c->count; i++)
        explain_entrant(&c->entrants[i], t);
    vector_each(struct evidence *const *, e, &c->pipeline->evidence) {
        text_printf(t, "proof of %s: ", (*e)->engine);
        if ((*e)->state == EVIDENCE_HOLDS || (*e)->state == EVIDENCE_FAILS)
            text_printf(t, "%s, %llu obligations in %.2f s", (*e)->state == EVIDENCE_HOLDS ? "holds" : "does not hold",
                        (unsigned long long)(*e)->obligations, (*e)->seconds);
        else
            text_append(t, "not checked");
        text_printf(t, "%s%s\n", (*e)->why ? ": " : "", (*e)->why ? (*e)->why : "");
    }
    vector_each(const struct report_check *, k, &c->report->checks)
        explain_check(c, k, t);
}

static bool said_before(const struct contest *c, uint32_t i)
{
    for (uint32_t k = 0; k < i; k++)
        if (c->entrants[k].reason && !strcmp(c->entrants[k].reason, c->entrants[i].reason))
            return true;
    return false;
}

/* The engines that give the reason of entrant i, and the reason. */
static void tell_reason(const struct contest *c, uint32_t i, struct text *t)
{
    text_printf(t, "%s%s", t->size ? "; " : "", c->entrants[i].engine->name);
    for (uint32_t k = i + 1; k < c->count; k++)
        if (c->entrants[k].reason && !strcmp(c->entrants[k].reason, c->entrants[i].reason))
            text_printf(t, ", %s", c->entrants[k].engine->name);
    text_printf(t, ": %s", c->entrants[i].reason);
}

/* "reason", or "explore: reason; flow, modular: reason" if there were several; first of all the limit that ended everything. */
const char *contest_reasons(struct contest *c, const struct budget *budget)
{
    struct text t = {0};
    uint32_t asked = 0;
    for (uint32_t i = 0; i < c->count; i++)
        asked += c->entrants[i].process.started > 0;
    if (interrupted() && (asked != 1 || !c->entrants[0].reason))
        text_append(&t, "interrupted");
    else if (asked != 1 && budget_left(budget) < 0.5)
        text_append(&t, "time limit reached");
    for (uint32_t i = 0; i < c->count; i++)
        if (c->entrants[i].reason && asked <= 1)
            text_printf(&t, "%s%s", t.size ? "; " : "", c->entrants[i].reason);
        else if (c->entrants[i].reason && !said_before(c, i))
            tell_reason(c, i, &t);
    const char *words = t.size ? arena_strdup(&c->pipeline->words, text_string(&t)) : NULL;
    text_free(&t);
    return words;
}
