/* From what the analysis has found out to answers, and to a proof of them that anybody can check.
 *
 * There are three kinds of proof: what is known of own cells at each location together with all that is ever written,
 * weakened until it is inductive (inductive.c); pairs of locations (pairs.c); and, where instances cannot be told
 * apart, locations by themselves (alone.c). They must show the checks again; a conjunction of two is inductive too.
 * Where none shows a check that the order of events has proved, there is no proof. */
#include "engines/flow/alone.h"
#include "engines/flow/inductive.h"
#include "engines/flow/pairs.h"
#include "program/proof_build.h"

#include <string.h>

enum { PAIR_CASES = 8 };

/* Whether some thread can be at the location, as far as the analysis can tell. */
static bool reachable(const struct flow *f, uint32_t code, uint32_t location)
{
    for (uint32_t t = 0; t < f->threads->threads.size; t++)
        if (f->interpreted[t].space && f->threads->threads.data[t].code == code && f->interpreted[t].at[location].size)
            return true;
    return false;
}

const struct location *decide_unsupported(const struct flow *f)
{
    for (uint32_t k = 0; k < f->program->template_count; k++) {
        const struct code *c = &f->program->codes.data[k];
        for (uint32_t l = 0; l < c->locations.size; l++)
            if (c->locations.data[l].flags & LOC_UNSUPPORTED && reachable(f, k, l))
                return &c->locations.data[l];
    }
    return NULL;
}

bool decide_checks(struct flow *f)
{
    const struct program *p = f->program;
    bool any = decide_unsupported(f) != NULL;
    memset(f->open, 0, p->checks.size * sizeof *f->open);
    for (uint32_t k = 0; k < p->template_count; k++) {
        const struct code *c = &p->codes.data[k];
        for (uint32_t l = 0; l < c->locations.size; l++)
            if (c->locations.data[l].flags & LOC_ERROR && c->locations.data[l].check != NONE && reachable(f, k, l))
                f->open[c->locations.data[l].check] = true;
    }
    vector_each(const struct check *, x, &p->checks) {
        if (x->kind == CHECK_PAIR)
            f->open[x->id] = race_possible(f, x);
        any |= f->open[x->id] && check_is_asked(x);
    }
    return any;
}

/* A second look at the program, by one of the ways that give proofs. */
struct look {
    struct inductive *inductive; /* one of them, the others are NULL; none: nothing is known */
    struct pairs *pairs;
    struct alone *alone;
};

static bool look_is(const struct look *k) { return k->inductive || k->pairs || k->alone; }

static bool look_reachable(const struct look *k, uint32_t code, uint32_t location)
{
    return k->pairs   ? pairs_reachable(k->pairs, code, location)
           : k->alone ? alone_reachable(k->alone, code, location)
                      : inductive_reachable(k->inductive, code, location);
}

static bool look_race(const struct look *k, const struct check *check)
{
    return k->pairs ? pairs_race(k->pairs, check) : k->inductive ? inductive_race(k->inductive, check) : true;
}

static struct proof *look_proof(const struct look *k)
{
    return k->pairs ? pairs_proof(k->pairs) : k->alone ? alone_proof(k->alone) : inductive_proof(k->inductive);
}

static void look_free(struct look *k)
{
    pairs_free(k->pairs);
    alone_free(k->alone);
    inductive_free(k->inductive);
}

static bool look_meets(const struct flow *f, const struct look *k, uint8_t flag)
{
    for (uint32_t t = 0; t < f->program->template_count; t++) {
        const struct code *c = &f->program->codes.data[t];
        for (uint32_t l = 0; l < c->locations.size; l++)
            if (c->locations.data[l].flags & flag && look_reachable(k, t, l))
                return true;
    }
    return false;
}

/* By check, whether it can fail as far as this look can tell. All can if something that is not modelled can be reached.
 */
static void look_at(const struct flow *f, const struct look *k, bool *possible)
{
    const struct program *p = f->program;
    bool unsupported = look_meets(f, k, LOC_UNSUPPORTED);
    for (uint32_t t = 0; t < p->template_count; t++) {
        const struct code *c = &p->codes.data[t];
        for (uint32_t l = 0; l < c->locations.size; l++)
            if (c->locations.data[l].flags & LOC_ERROR && c->locations.data[l].check != NONE && look_reachable(k, t, l))
                possible[c->locations.data[l].check] = true;
    }
    vector_each(const struct check *, x, &p->checks) {
        if (x->kind == CHECK_PAIR)
            possible[x->id] = look_race(k, x);
        possible[x->id] |= unsupported;
    }
}

/* Whether each check is open, or shown by one of the two. */
static bool all_shown(const struct flow *f, const bool *possible, const bool *also)
{
    vector_each(const struct check *, x, &f->program->checks)
        if (check_is_asked(x) && !f->open[x->id] && possible[x->id] && (!also || also[x->id]))
            return false;
    return true;
}

static void answer(const struct flow *f, struct shell *s)
{
    for (uint32_t c = 0; c < f->program->checks.size; c++)
        if (!f->open[c])
            shell_prove(s, c);
    uint32_t n = shell_count_open(s);
    if (n)
        shell_because(s, reason_new(&s->verdict->arena, REASON_COARSE_DOMAIN, NULL, n));
}

/* Of the look that shows all, or of both. */
static struct proof *proof_by(const struct flow *f, const struct look *first, const bool *by_first, const struct look *second,
                              const bool *by_second)
{
    if (look_is(first) && all_shown(f, by_first, NULL))
        return look_proof(first);
    if (look_is(second) && all_shown(f, by_second, NULL))
        return look_proof(second);
    if (!look_is(first) || !look_is(second) || !all_shown(f, by_first, by_second))
        return NULL;
    struct proof *both = look_proof(second), *other = look_proof(first); /* which has no ghosts */
    proof_conjoin(both, other);
    proof_free(other);
    return both;
}

/* Closes checks that the sharper look proves. False if something that is not modelled can still be reached. */
static bool close_checks(struct flow *f, const bool *possible, const struct look *k)
{
    for (uint32_t i = 0; look_is(k) && i < f->program->checks.size; i++)
        f->open[i] &= possible[i];
    return !decide_unsupported(f) || (look_is(k) && !look_meets(f, k, LOC_UNSUPPORTED));
}

static bool still_open(const struct flow *f, const bool *possible)
{
    vector_each(const struct check *, x, &f->program->checks)
        if (check_is_asked(x) && f->open[x->id] && possible[x->id])
            return true;
    return false;
}

/* Sets possible, too. */
static struct look look_sharply(struct flow *f, bool needed, bool *possible)
{
    uint64_t start = effort_so_far();
    struct look k = {.pairs = pairs_compute(f, needed, 1)};
    bool quick = effort_so_far() - start < EFFORT_FLOW_PAIRS_QUICK;
    if (!k.pairs && needed)
        k.alone = alone_compute(f);
    if (look_is(&k))
        look_at(f, &k, possible);
    bool again = needed && quick && k.pairs && still_open(f, possible);
    struct pairs *sharper = again ? pairs_compute(f, needed, PAIR_CASES) : NULL;
    if (sharper) {
        pairs_free(k.pairs);
        k.pairs = sharper;
        memset(possible, 0, f->program->checks.size * sizeof *possible);
        look_at(f, &k, possible);
    }
    return k;
}

void decide_verdict(struct flow *f, struct verdict *v)
{
    struct shell s = shell_new(f->task, v);
    uint32_t n = f->program->checks.size;
    bool *by_first = NEW_ARRAY(bool, n + 1), *by_second = NEW_ARRAY(bool, n + 1);
    bool open = decide_checks(f);
    struct look first = {.inductive = inductive_compute(f)}, second = {0};
    if (look_is(&first))
        look_at(f, &first, by_first);
    if (f->mode >= CONSTRAINED && (open || !look_is(&first) || !all_shown(f, by_first, NULL)))
        second = look_sharply(f, open, by_second);
    if (close_checks(f, by_second, &second)) {
        answer(f, &s);
        shell_give_proof(&s, proof_by(f, &first, by_first, &second, by_second), BECAUSE(UNPROVED_ORDER));
    } else {
        const struct location *l = decide_unsupported(f);
        shell_because(&s, shell_unsupported(&s, l->reason, l->pos));
    }
    look_free(&second);
    look_free(&first);
    mem_free(by_first);
    mem_free(by_second);
}
