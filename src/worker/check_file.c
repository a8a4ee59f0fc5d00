#include "worker/check_file.h"

#include "base/log.h"
#include "base/status.h"
#include "portfolio/uncovered.h"
#include "portfolio/weaker.h"
#include "logic/check_proof.h"

const char *tame(const char *s, struct arena *words)
{
    enum { LONGEST = 80 };
    char *t = (char *)arena_strndup(words, s, strnlen(s, LONGEST));
    for (char *c = t; *c; c++)
        if (*c < 0x20 || *c > 0x7e)
            *c = '?';
    return t;
}

/* What a check of a file found out. */
struct outcome {
    bool *proved;    /* by check id; check_all() makes it */
    const char *why; /* some proof did not hold, or could not be checked; or NULL */
};

/* What is asked: the checks of the program, or whether it has holes (pipeline_probe()). */
struct question {
    struct pipeline *pipeline;
    struct program *probe; /* or NULL */
    uint32_t checks;
    enum proof_question kind;
};

/* The proof, read for the program with what it leaves out; NULL with *why. */
static struct proof *read_one(const struct question *q, const struct proof_json *f, uint32_t i, bool *proves, const char **why)
{
    bool *left_out = ARENA_ARRAY(&q->pipeline->words, bool, q->checks + 1), both = false;
    *why = "it names a check that the program does not have";
    if (!proof_json_checks(f, i, q->checks, proves, left_out))
        return NULL;
    for (uint32_t k = 0; k < q->checks; k++)
        both |= proves[k] && left_out[k];
    if (both) {
        *why = "a proof leaves out a check that it is said to prove";
        return NULL;
    }
    return proof_json_read(f, i, q->probe ? q->probe : pipeline_version(q->pipeline, left_out, 0)->program, why);
}

/* Checks one proof of the file. Returns 0, or a status if it is not a proof for this program. */
static int check_one(const struct question *q, const struct proof_json *f, uint32_t i, const struct budget *budget,
                     struct outcome *o, struct text *out)
{
    struct pipeline *l = q->pipeline;
    bool *proves = ARENA_ARRAY(&l->words, bool, q->checks + 1);
    const char *why;
    struct proof *proof = read_one(q, f, i, proves, &why);
    if (!proof) {
        log_error("%s: %s", l->options->proof, why);
        return STATUS_INPUT;
    }
    double start = clock_wall();
    struct proof_check c = proof_check(proof, proves, budget, &l->words);
    proof_free(proof);
    static const char *const words[] = {"holds", "does not hold", "cannot be checked"};
    text_printf(out, "proof of %s: %s%s%s (%llu obligations, %.2f s)\n", tame(proof_json_engine(f, i), &l->words), words[c.answer],
                c.why ? ": " : "", c.why ? c.why : "", (unsigned long long)c.obligations, clock_wall() - start);
    for (uint32_t k = 0; c.answer == PROOF_HOLDS && k < q->checks; k++)
        o->proved[k] |= proves[k];
    if (c.answer != PROOF_HOLDS && !o->why)
        o->why = arena_printf(&l->words, "the proof %s: %s", words[c.answer], c.why);
    return 0;
}

/* All proofs of the file that are about this program. Returns 0, or a status. */
static int check_all(const struct question *q, const struct proof_json *f, const struct budget *budget, struct outcome *o,
                     struct text *out)
{
    int status = 0;
    o->proved = ARENA_ARRAY(&q->pipeline->words, bool, q->checks + 1);
    for (uint32_t i = 0; !status && i < proof_json_count(f); i++)
        if (proof_json_question(f, i) == q->kind)
            status = check_one(q, f, i, budget, o, out);
    return status;
}

static uint32_t count_proved(const struct question *q, const struct outcome *o)
{
    uint32_t proved = 0;
    for (uint32_t i = 0; i < q->checks; i++)
        proved += o->proved[i];
    return proved;
}

static struct question question_about(struct pipeline *l, enum proof_question kind)
{
    struct question q = {l, NULL, l->original->checks.size, kind};
    if (pipeline_has_holes(l)) {
        q.probe = pipeline_probe(l);
        q.checks = 1;
    }
    return q;
}

/* What else an answer depends on. */
struct other {
    enum proof_question kind;
    bool *excluded; /* the file proves it, */
    bool *races;    /* together with a proof that there are no data races */
};

/* 0, or a status. */
static int check_other(const struct pipeline *l, struct other x, const struct proof_json *f, const struct budget *budget,
                       struct text *out)
{
    struct options o;
    struct pipeline other;
    struct outcome outcome = {0};
    const char *error;
    int status = 0;
    if (x.kind == PROOF_OF_RACES)
        races_question(l->options, &o);
    else
        uncovered_question(l->options, &o);
    *x.excluded = false;
    if (pipeline_load(&other, &o, budget, &error)) {
        pipeline_passes(&other);
        struct question q = question_about(&other, x.kind);
        status = check_all(&q, f, budget, &outcome, out);
        *x.excluded = !status && count_proved(&q, &outcome) == q.checks && !weaker_orders_objection(&other, x.races);
        if (q.probe)
            program_free(q.probe);
    }
    pipeline_free(&other);
    return status;
}

/* Every check by some proof that holds; objection: why that is not enough, or NULL. */
static int print_verdict(const struct question *q, const struct outcome *o, const char *objection, struct text *out)
{
    uint32_t proved = count_proved(q, o);
    bool all = proved == q->checks && !objection;
    if (q->probe)
        text_append(out, "checks: 0 proved, 0 violated, 0 open\n");
    else
        text_printf(out, "checks: %u proved, 0 violated, %u open\n", proved, q->checks - proved);
    if (all)
        text_append(out, "VERDICT: TRUE\n");
    else
        text_printf(out, "VERDICT: UNKNOWN (%s)\n", objection ? objection : o->why ? o->why : "the file does not prove all of it");
    return all ? STATUS_TRUE : STATUS_UNKNOWN;
}

/* *objection: why proofs of all checks are not enough, or NULL. 0, or a status. */
static int look_for_objection(struct pipeline *l, const struct proof_json *f, const struct budget *budget, const char **objection,
                              struct text *out)
{
    bool excluded = true, races, other_races = false, free = true, ignored;
    int status = 0;
    *objection = weaker_orders_objection(l, &races);
    if (l->original->uncovered.size)
        status = check_other(l, (struct other){PROOF_OF_UNCOVERED, &excluded, &other_races}, f, budget, out);
    if (!status && !*objection && (races || other_races))
        status = check_other(l, (struct other){PROOF_OF_RACES, &free, &ignored}, f, budget, out);
    if (!*objection && !excluded)
        *objection = uncovered_objection(l);
    if (!*objection && !free)
        *objection =
            "the proof is about sequential consistency, there are weaker memory orders, and the file does not prove that plain "
            "accesses do not race";
    return status;
}

int check_proofs(struct pipeline *l, const struct proof_json *f, const struct budget *budget, struct text *out)
{
    struct question q = question_about(l, PROOF_OF_CHECKS);
    const struct options *o = l->options;
    struct outcome outcome = {0};
    text_printf(out, "property %s, %u bits%s\n", o->property, l->original->pointer_width,
                !strcmp(o->undefined, "assume") ? ", undefined behaviour assumed not to happen" : "");
    int status = check_all(&q, f, budget, &outcome, out);
    const char *objection = NULL;
    if (!status)
        status = look_for_objection(l, f, budget, &objection, out);
    if (status)
        text_clear(out);
    else
        status = print_verdict(&q, &outcome, objection, out);
    if (q.probe)
        program_free(q.probe);
    return status;
}
