#include "portfolio/survey.h"

#include "base/log.h"
#include "engines/wide/certify.h"
#include "portfolio/pipeline.h"

/* --- size --- */

/* The front end inlines everything, in time that grows with the square: 600 steps took 0.2 s of CPU time, 2,400 took 2 (2026-11-16). */
static const uint64_t SIZEABLE = 500, LARGE = 2000, HUGE = 20000;

/* Steps of a procedure with all its calls inlined; recursion counts once. sizes: 0 not known yet. */
static uint64_t inlined_size(const struct outline *o, uint32_t procedure, uint64_t *sizes)
{
    const struct outline_procedure *p = &o->procedures.data[procedure];
    if (sizes[procedure])
        return sizes[procedure];
    uint64_t sum = 1;
    sizes[procedure] = 1;
    for (uint32_t b = p->blocks; b < p->blocks + p->block_count; b++) {
        const struct outline_block *block = &o->blocks.data[b];
        sum += block->step_count;
        for (uint32_t s = block->steps; s < block->steps + block->step_count; s++) {
            const struct outline_step *step = &o->steps.data[s];
            for (uint32_t k = 0; step->kind == OUTLINE_CALL && k < step->callee_count; k++)
                sum += inlined_size(o, o->numbers.data[step->callees + k], sizes);
        }
        if (sum > LARGE * LARGE)
            sum = LARGE * LARGE;
    }
    return sizes[procedure] = sum;
}

static uint64_t size_of(const struct outline *o, const struct wide *w)
{
    uint64_t *sizes = NEW_ARRAY(uint64_t, o->procedures.size), sum = 0;
    struct bitset seen = {0};
    vector_each(const struct wide_kind *, kind, &w->kinds)
        if (!bitset_has(&seen, kind->entry)) {
            bitset_add(&seen, kind->entry);
            sum += inlined_size(o, kind->entry, sizes);
        }
    bitset_free(&seen);
    mem_free(sizes);
    return sum;
}

bool survey_is_sizeable(const struct survey *s) { return s->inlined > SIZEABLE; }
bool survey_is_large(const struct survey *s) { return s->inlined > LARGE; }
bool survey_is_huge(const struct survey *s) { return s->inlined > HUGE; }

/* --- the survey --- */

static void look_at_races(struct survey *s, const struct budget *budget)
{
    s->wide = wide_races(s->outline, budget);
    s->facts = s->wide->w;
    vector_each(const struct wide_variable *, v, &s->wide->variables) {
        s->proved += v->proved;
        s->open += v->open;
    }
    s->blind = s->wide->untracked.size || s->wide->stopped;
}

/* Finding and checking a proof takes time by the number of locks times that of steps: 16 million take less than a second. */
static const uint64_t LARGEST_PROOF = 16000000;

/* Whether a proof that needs no engine says the same. */
static bool certify(const struct outline *o)
{
    uint64_t locks = 0;
    vector_each(const struct outline_step *, s, &o->steps)
        locks += s->kind == OUTLINE_LOCK && s->owned;
    if (locks * o->steps.size > LARGEST_PROOF)
        return false;
    struct outline_threads t;
    struct outline_pairs found = {0};
    const char *why = NULL;
    uint32_t step;
    outline_threads_find(&t, o);
    struct outline_proof *p = wide_certify(&t);
    bool holds = outline_check(p, &t, &why, &step);
    if (holds)
        outline_check_pairs(p, &t, &found, &why);
    outline_proof_free(p);
    outline_threads_free(&t);
    return holds && !why && !found.open && !found.untracked;
}

static void look_at_locks(struct survey *s)
{
    wide_misuses found = {0};
    wide_find_misuses(s->facts, &found);
    vector_each(const struct wide_misuse *, m, &found) {
        s->proved += m->proved;
        s->open += !m->proved;
    }
    vector_free(&found);
}

static bool may_deadlock(const struct survey *s)
{
    struct wide_deadlocks found;
    wide_find_deadlocks(s->facts, &found);
    bool may = found.doubts.size || found.circles.size;
    wide_deadlocks_free(&found);
    return may;
}

static void look_at_waits(struct survey *s)
{
    s->open = may_deadlock(s);
    s->proved = !s->open;
}

bool survey_run(struct survey *s, const struct options *o, struct compiled *compiled, const struct budget *budget,
                struct arena *words, const char **error)
{
    *s = (struct survey){.outline = pipeline_outline(o, compiled, budget, words, error)};
    if (!s->outline)
        return false;
    bool races = !strcmp(o->property, "race"), locks = !strcmp(o->property, "locks");
    if (races)
        look_at_races(s, budget);
    else
        s->facts = wide_begin(s->outline);
    if (locks)
        look_at_locks(s);
    else if (!races)
        look_at_waits(s);
    s->inlined = size_of(s->outline, s->facts);
    s->blind |= s->outline->unknown.size != 0;
    s->certified = races && survey_settles_all(s) && certify(s->outline);
    log_info("survey: %u %s proved, %u open; with all calls inlined the program has %llu steps%s", s->proved,
             races   ? "pairs of accesses"
             : locks ? "uses of locks"
                     : "deadlocks",
             s->open, (unsigned long long)s->inlined, s->blind ? ", and something in it is not known" : "");
    return true;
}

void survey_free(struct survey *s)
{
    if (!s->outline)
        return;
    if (s->wide)
        wide_result_free(s->wide);
    else
        wide_end(s->facts);
    outline_free(s->outline);
}

bool survey_settles_all(const struct survey *s) { return !s->open && !s->blind; }

bool survey_excludes_deadlock(const struct survey *s) { return !s->outline->unknown.size && !may_deadlock(s); }

void survey_prove(struct report_check *c, bool certified)
{
    c->answer = REPORT_PROVED;
    c->engine = "wide";
    c->evidence = certified ? REPORT_BY_PROOF : REPORT_BY_ARGUMENT;
    c->because = certified ? NULL : "it gives no proof that covers it";
}
