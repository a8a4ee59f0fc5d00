/* The end of a question, and what is said if its answer is not the right one. */
#include "base/effort.h"
#include "base/text.h"
#include "logic/check_proof_parts.h"

static enum smt_answer ask(struct checker *k)
{
    smt_set_limit(k->smt, smt_limit_within(PATIENCE_CHECK_TRY, k->budget));
    enum smt_answer a = smt_check(k->smt);
    if ((a == SMT_UNKNOWN || (a == SMT_SAT && smt_has_floats(k->smt))) && budget_left(k->budget) > 0)
        a = smt_check_afresh(k->smt, smt_limit_within(PATIENCE_CHECK_QUESTION, k->budget));
    return a;
}

static void where(struct text *t, const struct checker *k, uint32_t code, uint32_t location)
{
    const struct code *c = &k->program->codes.data[code];
    struct position pos = c->locations.data[location].pos;
    for (uint32_t i = out_begin(c, location); !pos.line && i < out_end(c, location); i++)
        pos = out_edge(c, i)->action.pos;
    text_printf(t, "%s at location %u", c->name, location);
    if (pos.line)
        text_printf(t, " (line %u)", pos.line);
}

static void fail(struct checker *k, enum smt_answer a, const char *what, const struct proof_place *one,
                 const struct proof_place *two)
{
    struct text t = {0};
    text_append(&t, what);
    if (one) {
        text_append(&t, ": ");
        where(&t, k, one->code, one->location);
        if (two) {
            text_append(&t, ", ");
            where(&t, k, two->code, two->location);
        }
    }
    if (a == SMT_UNKNOWN)
        text_printf(&t, ": the solver gave up (%s)", smt_why_unknown(k->smt));
    else if (k->coarse)
        text_append(&t, "; but more was asked than is needed (initial values of large arrays, atomic sections with loops)");
    k->result.answer = a == SMT_UNKNOWN || k->coarse ? PROOF_UNDECIDED : PROOF_FAILS;
    k->result.why = arena_strdup(k->words, text_string(&t));
    text_free(&t);
}

void settle(struct checker *k, const char *what, const struct proof_place *one, const struct proof_place *two)
{
    double left = budget_left(k->budget);
    k->result.questions++;
    if (k->uses_at)
        assume_at(k);
    enum limit limit = left <= 0 ? LIMIT_TIME : budget_spent(k->budget);
    if (limit) {
        k->result.answer = PROOF_UNDECIDED;
        k->result.why = arena_strdup(k->words, limit_words(limit));
    } else {
        enum smt_answer a = ask(k);
        if (a == SMT_UNKNOWN && budget_left(k->budget) <= CLOCK_CHECK_OVER) {
            k->result.answer = PROOF_UNDECIDED;
            k->result.why = arena_strdup(k->words, "time limit reached");
        } else if (a != SMT_UNSAT) {
            fail(k, a, what, one, two);
        }
    }
    smt_pop(k->smt);
    forget_at(k);
    k->coarse = false;
}
