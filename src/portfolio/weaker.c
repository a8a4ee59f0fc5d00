#include "portfolio/weaker.h"

#include "base/effort.h"
#include "base/log.h"
#include "base/memory.h"
#include "frontend/race_watch.h"
#include "facts/accesses.h"
#include "facts/happens_before.h"
#include "passes/robust.h"
#include "portfolio/mending.h"
#include "portfolio/executions.h"

enum { NAMED_LINES = 4 };
#define SC_ONLY "proved for sequential consistency only"

/* "line 4", "lines 4, 6 and 7", "lines 4, 6, 7, 8 and others" */
static const char *lines_of(struct pipeline *l, const access_list *accesses)
{
    struct text t = {0};
    uint32_t n = accesses->size < NAMED_LINES ? accesses->size : NAMED_LINES;
    text_append(&t, accesses->size == 1 ? "line " : "lines ");
    for (uint32_t i = 0; i < n; i++)
        text_printf(&t, "%s%u", i == 0 ? "" : i + 1 == accesses->size ? " and " : ", ", accesses->data[i]->pos.line);
    if (accesses->size > n)
        text_append(&t, " and others");
    const char *words = arena_strdup(&l->words, text_string(&t));
    text_free(&t);
    return words;
}

/* --- races that the structure of the program excludes, whatever memory does --- */

/* Whether creation and joining alone order the two accesses of a check. */
static bool is_ordered(const struct happens_before *h, const struct program *p, const struct check *c)
{
    access_sites a = {0}, b = {0};
    access_sites_find(p, c->access_a, &a);
    access_sites_find(p, c->access_b, &b);
    bool forward = a.size && b.size, backward = forward; /* an access of a procedure is not found */
    vector_each(const struct access_site *, x, &a)
        vector_each(const struct access_site *, y, &b) {
            forward = forward && must_happen_before(h, x->code, x->edge, y->code, y->edge);
            backward = backward && must_happen_before(h, y->code, y->edge, x->code, x->edge);
        }
    vector_free(&a);
    vector_free(&b);
    return forward || backward;
}

/* --- ends of objects --- */

typedef VECTOR(struct access_site) site_list;

/* Who ends objects of the cell, and who looks whether they have ended. */
static void find_uses(const struct program *p, uint32_t cell, site_list *ends, site_list *looks)
{
    for (uint32_t k = 0; k < p->codes.size; k++)
        for (uint32_t i = 0; i < p->codes.data[k].edges.size; i++) {
            const struct action *a = &p->codes.data[k].edges.data[i].action;
            for (uint32_t j = 0; j < a->access_count; j++)
                if (a->accesses[j].cell == cell)
                    vector_push(a->accesses[j].write ? ends : looks, ((struct access_site){k, i, &a->accesses[j]}));
        }
}

/* Whether creation and joining alone order each use of the objects before their end, or one thread does both. */
static bool ends_in_order(const struct happens_before *h, const struct program *p, uint32_t cell)
{
    site_list ends = {0}, looks = {0};
    bool good = true;
    find_uses(p, cell, &ends, &looks);
    vector_each(const struct access_site *, e, &ends)
        vector_each(const struct access_site *, l, &looks) {
            bool procedure = e->code >= p->template_count || l->code >= p->template_count;
            bool same = !procedure && e->code == l->code && p->codes.data[e->code].instances == 1;
            good = good && !procedure && (same || must_happen_before(h, l->code, l->edge, e->code, e->edge));
        }
    vector_free(&ends);
    vector_free(&looks);
    return good;
}

/* That each use of an object happens before its end does not follow from turns: a flag that orders nothing may keep them apart. Where free counts
 * as a write, that is a matter of data races; of local variables, and where it does not, this is asked here. */
static bool lives_are_ordered(const struct pipeline *l)
{
    const struct program *p = l->original;
    bool good = true;
    if (!(property_rows[l->asked].needs & NEEDS_LIFETIMES))
        return true;
    struct happens_before *h = happens_before_compute(p);
    vector_each(const struct cell *, c, &p->cells)
        if (cell_is_shared(c) && (c->role == CELL_ENDED || (c->role == CELL_FREED && !strcmp(l->options->rules, "sv-comp"))))
            good = good && ends_in_order(h, p, c->id);
    happens_before_free(h);
    return good;
}

/* --- answers --- */

/* Whether data races themselves are what is asked. */
static bool asks_for_races(const struct pipeline *l) { return property_rows[l->asked].kind == CHECK_PAIR; }

static void open_again(struct pipeline *l, struct report *r, const char *why)
{
    struct happens_before *h = asks_for_races(l) ? happens_before_compute(l->original) : NULL;
    vector_each(struct report_check *, c, &r->checks) {
        if (c->answer != REPORT_PROVED || is_by_executions(c) || (h && is_ordered(h, l->original, c->check)))
            continue;
        c->answer = REPORT_OPEN;
        c->reason = why;
        c->engine = NULL;
    }
    if (h)
        happens_before_free(h);
    if (r->answer == REPORT_PROVED && report_count(r, REPORT_OPEN)) {
        r->answer = REPORT_OPEN;
        r->reason = why;
    }
}

void races_question(const struct options *given, struct options *o)
{
    *o = *given;
    o->property = "race";
}

/* Whether the same program has no data race, found out in the time that is left (a minute if there is no limit);
 * otherwise *why says why not. The proof of that is kept, if proofs are needed. */
static bool is_free_of_races(struct pipeline *l, const struct budget *given, const char **why)
{
    struct budget limits = *given;
    struct options *o = ARENA_NEW(&l->words, struct options);
    struct pipeline *other = NEW(struct pipeline);
    struct report r;
    if (!limits.deadline)
        limits.deadline = clock_wall() + CLOCK_RACES_OF_WEAKER;
    races_question(l->options, o);
    progress("looking for data races, since there are memory orders weaker than seq_cst");
    pipeline_ask(other, o, l->needs & REPORT_NEEDS_PROOF, &limits, &r);
    *why = r.answer == REPORT_VIOLATED ? "the program has a data race" : "data races are not excluded";
    bool free = r.answer == REPORT_PROVED;
    pipeline_free_report(&r);
    if (free && l->needs & REPORT_NEEDS_PROOF) {
        l->races = other;
    } else {
        pipeline_free(other);
        mem_free(other);
    }
    return free;
}

static bool takes_turns(struct program *p, void *context)
{
    access_list lines = {0};
    (void)context;
    bool robust = is_robust(p, &lines);
    vector_free(&lines);
    return robust;
}

static const char *too_weak(struct pipeline *l)
{
    access_list lines = {0};
    const char *why = NULL;
    if (!is_robust(l->original, &lines)) {
        const char *mend = orders_that_mend(l->original, takes_turns, NULL, &l->words);
        why = arena_printf(&l->words, SC_ONLY "; with the memory orders at %s it may be otherwise%s%s%s", lines_of(l, &lines),
                           mend ? ", with " : "", mend ? mend : "", mend ? " it would not be" : "");
    } else if (program_asks(l->original, CHECK_PAIR) && needs_watch(l->original))
        why = "memory orders that do not synchronise are not followed through recursive functions";
    else if (!lives_are_ordered(l))
        why = SC_ONLY "; there are weaker memory orders, and an object may end without happening after its uses";
    vector_free(&lines);
    return why;
}

static void add_note(struct pipeline *l, struct report *r)
{
    access_list lines = {0};
    weaker_accesses(l->original, &lines);
    const char *note = arena_printf(&l->words,
                                    "the memory orders at %s are weaker than seq_cst; no execution that C allows with "
                                    "them differs from one in which threads take turns",
                                    lines_of(l, &lines));
    vector_free(&lines);
    vector_each(const char *const *, n, &r->notes)
        if (!strcmp(*n, note)) /* before executions were looked for */
            return;
    vector_push(&r->notes, note);
}

/* Whether store buffers, if they are what is asked about, make no difference. */
static bool takes_turns_with_buffers(struct pipeline *l)
{
    access_list lines = {0};
    bool robust = !strcmp(l->options->memory_model, "tso") && is_robust_with_buffers(l->original, &lines);
    vector_free(&lines);
    return robust;
}

void review_weaker_orders(struct pipeline *l, const struct budget *budget, struct report *r)
{
    const char *why;
    uint32_t proved = 0;
    vector_each(const struct report_check *, c, &r->checks)
        proved += c->answer == REPORT_PROVED && !is_by_executions(c);
    if (!proved || !has_weak_executions(l))
        return;
    if (takes_turns_with_buffers(l)) {
        if (r->answer == REPORT_PROVED)
            vector_push(&r->notes, "no load passes an earlier store such that it could be told: store buffers make no difference");
        return;
    }
    why = too_weak(l);
    if (why)
        open_again(l, r, why);
    else if (!asks_for_races(l) && !is_free_of_races(l, budget, &why))
        open_again(l, r, arena_printf(&l->words, SC_ONLY "; there are weaker memory orders, and %s", why));
    else if (r->answer == REPORT_PROVED)
        add_note(l, r);
}

const char *weaker_orders_objection(struct pipeline *l, bool *races)
{
    *races = false;
    if (!has_weak_executions(l) || !l->original->checks.size || takes_turns_with_buffers(l))
        return NULL;
    const char *why = too_weak(l);
    *races = !why && !asks_for_races(l);
    return why;
}
