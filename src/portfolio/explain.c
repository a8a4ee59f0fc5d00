/* --explain: who decided what, and why the others did not. */
#include "base/effort.h"
#include "portfolio/contest.h"

static void explain_check(struct contest *c, const struct report_check *k, struct text *t)
{
    text_printf(t, "check %u: ", k->check->id);
    if (k->answer == REPORT_OPEN) {
        const char *why = k->reason ? k->reason : c->report->reason;
        text_printf(t, "open%s%s\n", why ? ": " : "", why ? why : "");
    } else if (k->execution) {
        text_append(t, "violated by an execution that the axioms of the memory model allow\n");
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
    text_printf(t, "engine %s", e->engine->name);
    if (e->parts > 1)
        text_printf(t, ", %s %u of %u", e->engine->splits ? "part" : "way", e->part + 1, e->parts);
    text_append(t, ": ");
    if (e->process.started > 0)
        text_printf(t, "%.2f s, ", e->ran);
    if (e->process.started > 0 && e->parts > 1)
        text_printf(t, "%.2f s of CPU, ", e->process.cpu);
    if (e->task.facts)
        text_printf(t, "given what %s found out, ", e->task.teller);
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

/* --- the line of an open verdict --- */

/* Appends a list of engines: " (explore, bounded)". */
static void tell_engines(const struct contest *c, const struct reason *cause, struct text *t)
{
    const char *before = " (";
    const struct engine *last = NULL; /* parts of one engine are told once */
    for (uint32_t i = 0; i < c->count; i++)
        for (const struct reason *r = c->entrants[i].reason; r; r = r->next)
            if (reason_same(r, cause)) {
                if (c->entrants[i].engine != last)
                    text_printf(t, "%s%s", before, c->entrants[i].engine->name);
                last = c->entrants[i].engine;
                before = ", ";
                break;
            }
    text_append(t, ")");
}

static bool is_known(const struct contest *c, const struct reason *cause, uint32_t before)
{
    for (uint32_t i = 0; i < before; i++)
        for (const struct reason *r = c->entrants[i].reason; r; r = r->next)
            if (reason_same(r, cause))
                return true;
    return false;
}

/* Where nobody gave a time limit (heddle has some of its own), no longer one can be given; where all is decided nothing can help. */
static void advise(struct contest *c, const struct reason *cause)
{
    bool own_limit = cause->id == REASON_TIME_LIMIT && c->pipeline->options->timeout <= 0;
    const char *advice = own_limit || !contest_any_undecided(c) ? NULL : reason_advice(cause);
    vector_each(const char *const *, n, &c->report->notes)
        if (advice && !strcmp(*n, advice))
            return;
    if (advice)
        vector_push(&c->report->notes, advice);
}

static bool is_limit(const struct reason *r)
{
    return r->id == REASON_TIME_LIMIT || r->id == REASON_MEMORY_LIMIT || r->id == REASON_INTERRUPTED;
}

enum rank { OF_LIMITS, OF_THE_PROGRAM, OF_METHODS };

static enum rank rank_of(const struct reason *r)
{
    return is_limit(r) ? OF_LIMITS : reason_is_of_method(r->id) ? OF_METHODS : OF_THE_PROGRAM;
}

/* A cause, and whose it is; whatever an engine adds to it (how far it came, what stopped it besides) is a cause of its own. */
static void tell_causes(struct contest *c, struct text *t, uint32_t asked, enum rank rank)
{
    for (uint32_t i = 0; i < c->count; i++)
        for (const struct reason *r = c->entrants[i].reason; r; r = r->next) {
            if (is_known(c, r, i) || rank_of(r) != rank)
                continue;
            text_append(t, t->size ? "; " : "");
            reason_print(t, r, asked <= 1);
            if (asked > 1)
                tell_engines(c, r, t);
            advise(c, r);
        }
}

static bool somebody_says(const struct contest *c, const struct reason *cause) { return is_known(c, cause, c->count); }

/* "cause; cause" of the one engine that was asked, or "cause (explore, bounded); cause (flow)" if there were several; first of all
 * the limit that ended everything. Of several engines, what their methods cannot is told only if nothing else is. */
const char *contest_reasons(struct contest *c, const struct budget *budget)
{
    struct text t = {0};
    uint32_t asked = 0;
    for (uint32_t i = 0; i < c->count; i++)
        asked += c->entrants[i].process.started > 0;
    if (interrupted() && !somebody_says(c, BECAUSE(INTERRUPTED)))
        reason_print(&t, BECAUSE(INTERRUPTED), false);
    else if (asked != 1 && budget_left(budget) < CLOCK_LAST_WORDS && !somebody_says(c, BECAUSE(TIME_LIMIT))) {
        reason_print(&t, BECAUSE(TIME_LIMIT), false);
        advise(c, BECAUSE(TIME_LIMIT));
    }
    if (c->enough && !interrupted()) { /* which ends engines as a limit of time does */
        text_clear(&t);
        reason_print(&t, BECAUSE(ANOTHER_VIOLATED), false);
        advise(c, BECAUSE(ANOTHER_VIOLATED));
    } else {
        tell_causes(c, &t, asked, OF_LIMITS);
    }
    tell_causes(c, &t, asked, OF_THE_PROGRAM);
    if (asked <= 1 || !t.size)
        tell_causes(c, &t, asked, OF_METHODS);
    const char *words = t.size ? arena_strdup(&c->pipeline->words, text_string(&t)) : NULL;
    text_free(&t);
    return words;
}
