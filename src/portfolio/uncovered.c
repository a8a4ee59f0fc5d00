#include "portfolio/uncovered.h"

#include "base/effort.h"
#include "base/log.h"
#include "base/memory.h"

enum { NAMED = 40 };

/* "call of 'f', which is not defined (a.c:4, 7); a signal handler, given to 'signal' (a.c:9)" */
static void list(const struct program *p, struct text *out)
{
    uint32_t kinds = 0;
    for (uint32_t i = 0; i < p->uncovered.size; i++) {
        const struct uncovered *u = &p->uncovered.data[i];
        bool first = true;
        for (uint32_t k = 0; k < i && first; k++)
            first = strcmp(p->uncovered.data[k].what, u->what) != 0;
        if (!first)
            continue;
        if (kinds++ == NAMED) {
            text_append(out, "; and others");
            return;
        }
        text_printf(out, "%s%s (%s:%u", kinds > 1 ? "; " : "", u->what, u->pos.file, u->pos.line);
        for (uint32_t k = i + 1; k < p->uncovered.size; k++)
            if (strcmp(p->uncovered.data[k].what, u->what) == 0)
                text_printf(out, ", %u", p->uncovered.data[k].pos.line);
        text_append(out, ")");
    }
}

const char *uncovered_objection(struct pipeline *l)
{
    struct text t = {0};
    if (!l->original->uncovered.size)
        return NULL;
    text_append(&t, "not covered: ");
    list(l->original, &t);
    const char *words = arena_strdup(&l->words, text_string(&t));
    text_free(&t);
    return words;
}

void uncovered_question(const struct options *given, struct options *o)
{
    *o = *given;
    o->asked_for = given->property;
    o->property = "reach";
    o->externs = "check";
}

/* Whether none of these places can be reached. The proof of that is kept, if proofs are needed. */
static bool is_out_of_reach(struct pipeline *l, const struct budget *given)
{
    struct budget limits = *given;
    struct options *o = ARENA_NEW(&l->words, struct options);
    struct pipeline *other = NEW(struct pipeline);
    struct report r;
    if (!limits.deadline)
        limits.deadline = clock_wall() + CLOCK_UNCOVERED;
    uncovered_question(l->options, o);
    progress("looking whether what is not covered can be reached");
    pipeline_ask(other, o, l->needs & REPORT_NEEDS_PROOF, &limits, &r);
    bool proved = r.answer == REPORT_PROVED;
    pipeline_free_report(&r);
    if (proved && l->needs & REPORT_NEEDS_PROOF) {
        l->uncovered = other;
    } else {
        pipeline_free(other);
        mem_free(other);
    }
    return proved;
}

void review_uncovered(struct pipeline *l, const struct budget *budget, struct report *r)
{
    if (r->answer != REPORT_PROVED || !l->original->uncovered.size || is_out_of_reach(l, budget))
        return;
    r->answer = REPORT_OPEN;
    r->reason = uncovered_objection(l);
}
