#include "engines/horn/horn.h"

#include "base/log.h"
#include "base/statistics.h"
#include "engines/horn/known.h"
#include "engines/horn/sift.h"
#include "engines/horn/slice.h"
#include "engines/horn/solution.h"
#include "engines/shell.h"
#include "logic/check_proof.h"

enum { MOST_LOCATIONS = 400, MOST_PAIRED_LOCATIONS = 120, MOST_BASES = 2 };

struct attempt {
    unsigned level;
    bool located, arrays;
    unsigned base; /* numbers are followed that have to do with this one, from 1 on; 0: with none in particular */
    bool relative; /* they are said as distances from it */
};

/* From what costs least on. */
static const struct attempt attempts[] = {{.level = 1},
                                          {.level = 1, .located = true},
                                          {.level = 1, .located = true, .base = 1, .relative = true},
                                          {.level = 1, .located = true, .base = 1},
                                          {.level = 1, .located = true, .base = 2, .relative = true},
                                          {.level = 2},
                                          {.level = 1, .arrays = true},
                                          {.level = 1, .located = true, .arrays = true},
                                          {.level = 2, .arrays = true}};
enum { ATTEMPTS = sizeof attempts / sizeof *attempts };

struct hunt {
    struct shell shell;
    const struct task *task;
    struct program *program; /* with ghosts */
    horn_steps steps;
    bool whole_sections; /* every section is one step */
    struct horn_known known;
    horn_counts counts;
    uint32_t bases[MOST_BASES + 1]; /* that numbers may be relative to, from 1 on; or NONE */
    bool *asked;                    /* by check */
    bool settled[ATTEMPTS];         /* whatever the patience, the answer is the same */
};

static bool holds(const struct hunt *h, const struct proof *proof)
{
    struct arena words = {0};
    struct proof_check c = proof_check(proof, h->asked, &h->task->budget, &words);
    log_info("horn: the proof %s%s%s", c.answer == PROOF_HOLDS ? "holds" : "is of no use", c.why ? ": " : "", c.why ? c.why : "");
    arena_release(&words);
    return c.answer == PROOF_HOLDS;
}

/* A proof that the checker accepts, or NULL. */
static struct proof *proof_of(const struct hunt *h, const struct encoding *n)
{
    const struct reason *why;
    struct proof_builder b = proof_begin(h->task->program, is_pairwise(n));
    horn_known_add_ghosts(&h->known, &b);
    solution_say(n, &b);
    struct proof *proof = proof_end(&b, &why);
    if (proof && holds(h, proof))
        return proof;
    proof_free(proof);
    return NULL;
}

static enum horn_answer solve(struct hunt *h, struct encoding *n, unsigned patience)
{
    static const char *const words[] = {"solved", "refuted", "unknown"};
    encoding_make(n);
    n->horn.seed = h->task->part;
    double began = clock_cpu();
    enum horn_answer answer = horn_solve(&n->horn, smt_limit_within(patience, &h->task->budget));
    log_info("horn: level %u%s%s%s%s, %u clauses: %s after %.2f s", n->level, n->located ? " by location" : "",
             n->arrays ? " with arrays" : "", n->base == NONE ? "" : ", relative to ",
             n->base == NONE ? "" : n->program->cells.data[n->base].name, n->horn.clauses.size, words[answer], clock_cpu() - began);
    if (h->task->statistics)
        h->task->statistics->horn_queries++;
    return answer;
}

static struct encoding begin_encoding(struct hunt *h, const struct attempt *a)
{
    return (struct encoding){.program = h->program,
                             .known = h->known.at,
                             .asked = h->asked,
                             .level = a->level,
                             .located = a->located,
                             .arrays = a->arrays,
                             .base = a->relative ? h->bases[a->base] : NONE,
                             .counts = &h->counts,
                             .steps = &h->steps};
}

static struct proof *try_with(struct hunt *h, unsigned which, unsigned patience, const struct encoding *lemma)
{
    struct encoding n = begin_encoding(h, &attempts[which]);
    n.lemma = lemma;
    enum horn_answer answer = solve(h, &n, patience);
    struct proof *proof = answer == HORN_SOLVED ? proof_of(h, &n) : NULL;
    h->settled[which] = answer != HORN_UNKNOWN;
    encoding_free(&n);
    return proof;
}

/* First what holds of any two threads and the numbers, then what follows from that. */
static struct proof *try_numbers(struct hunt *h, unsigned which)
{
    const struct attempt *a = &attempts[which];
    struct slice slice;
    struct proof *proof = NULL;
    struct encoding n = begin_encoding(h, &(struct attempt){.level = 2, .base = a->base, .relative = a->relative});
    slice_make(&slice, h->program, &h->steps, h->bases[a->base]);
    n.slice = &slice;
    encoding_make(&n);
    double began = clock_cpu();
    bool sifted = sift(&n, &h->task->budget);
    log_info("horn: %s %s: %s after %.2f s", a->relative ? "relative to" : "beside", n.program->cells.data[h->bases[a->base]].name,
             sifted ? "sifted" : "nothing", clock_cpu() - began);
    if (sifted)
        proof = try_with(h, which, PATIENCE_HORN_QUERY, &n);
    h->settled[which] = true;
    encoding_free(&n);
    slice_free(&slice);
    return proof;
}

static struct proof *try_it(struct hunt *h, unsigned which, unsigned patience)
{
    return attempts[which].base ? try_numbers(h, which) : try_with(h, which, patience, NULL);
}

/* --- which checks --- */

static bool has_arrays(const struct program *p)
{
    vector_each(const struct cell *, c, &p->cells)
        if (!c->dropped && cell_is_array(c))
            return true;
    return false;
}

static uint32_t locations(const struct program *p)
{
    uint32_t sum = 0;
    for (uint32_t k = 0; k < p->template_count; k++)
        sum += p->codes.data[k].locations.size;
    return sum;
}

/* What is taken away from a number that counts threads then. */
static void find_bases(struct hunt *h)
{
    unsigned found = 0;
    for (unsigned i = 0; i <= MOST_BASES; i++)
        h->bases[i] = NONE;
    vector_each(const struct horn_count *, c, &h->counts) {
        bool known = c->minus == NONE || found == MOST_BASES;
        for (unsigned i = 1; i <= found; i++)
            known |= h->bases[i] == c->minus;
        if (!known)
            h->bases[++found] = c->minus;
    }
}

/* Whether an attempt makes sense. pairs: at level 2. */
static bool is_worth_it(const struct hunt *h, unsigned which, unsigned patience, bool pairs)
{
    const struct attempt *a = &attempts[which];
    if (h->settled[which] || ((a->level == 2 || a->base) && !pairs) || (a->base && h->bases[a->base] == NONE))
        return false;
    return !a->arrays || (has_arrays(h->program) && patience == PATIENCE_HORN_TRY); /* with arrays, time rarely helps */
}

static struct proof *try_all(struct hunt *h, unsigned patience)
{
    const struct program *p = h->program;
    bool pairs =
        h->whole_sections && locations(p) <= MOST_PAIRED_LOCATIONS && (p->template_count > 1 || p->codes.data[0].instances > 1);
    struct proof *proof = NULL;
    for (unsigned i = 0; i < ATTEMPTS && !proof && !budget_spent(&h->task->budget); i++)
        if (is_worth_it(h, i, patience, pairs))
            proof = try_it(h, i, patience);
    return proof;
}

static void search(struct hunt *h)
{
    static const unsigned patience[] = {PATIENCE_HORN_TRY, PATIENCE_HORN_QUERY};
    struct proof *proof = NULL;
    vector_each(const struct check *, c, &h->task->program->checks)
        h->asked[c->id] = shell_open(&h->shell, c->id) && c->kind == CHECK_ERROR;
    for (unsigned i = 0; i < sizeof patience / sizeof *patience && !proof; i++)
        proof = try_all(h, patience[i]);
    if (!proof)
        return;
    vector_each(const struct check *, c, &h->task->program->checks)
        if (h->asked[c->id])
            shell_prove(&h->shell, c->id);
    shell_give_proof(&h->shell, proof, NULL);
}

/* The program with ghosts, in which steps can be made. */
static struct program *program_of(const struct hunt *h)
{
    const struct reason *why;
    struct proof_builder b = proof_begin(h->task->program, false);
    horn_known_add_ghosts(&h->known, &b);
    struct program *p = proof_with_ghosts(b.proof);
    proof_free(proof_end(&b, &why));
    numbered_say(p, &h->known.numbered);
    return p;
}

static void run(const struct task *task, struct verdict *verdict)
{
    const struct reason *why = NULL;
    struct hunt h = {.shell = shell_new(task, verdict), .task = task};
    horn_known_make(&h.known, task);
    h.program = program_of(&h);
    h.asked = NEW_ARRAY(bool, task->program->checks.size + 1);
    h.whole_sections = horn_steps_make(h.program, &h.steps);
    if (h.whole_sections)
        horn_counts_find(h.program, &h.steps, &h.counts);
    find_bases(&h);
    search(&h);
    if (shell_any_open(&h.shell))
        shell_because(&h.shell, budget_ends(&task->budget, &why) ? why : BECAUSE(COARSE_HORN));
    horn_counts_free(h.program, &h.counts);
    vector_free(&h.steps);
    mem_free(h.asked);
    program_free(h.program);
    horn_known_free(&h.known);
}

static bool suits(const struct program *p, const struct reason **why_not)
{
    *why_not = !program_asks(p, CHECK_ERROR)   ? BECAUSE(CONDITIONS_ONLY)
               : program_has_calls(p)          ? BECAUSE(NO_PROCEDURES)
               : locations(p) > MOST_LOCATIONS ? BECAUSE(PROGRAM_LARGE)
                                               : NULL;
    return !*why_not;
}

static bool wants_facts(const struct options *options)
{
    (void)options;
    return true;
}

const struct engine engine_horn = {
    .name = "horn",
    .summary = "thread-modular invariants over integers as solutions of Horn clauses, for any number of threads",
    .suits = suits,
    .run = run,
    .wants_facts = wants_facts,
    .invariants = true,
    .seeds = true,
};
