/* heddle check: verifies a proof that heddle verify --proof wrote. What the program is (its files, the options that it is
 * read with, the property) is said by the command line alone; the file is evidence and decides nothing. Its options are
 * compared, and it is refused if they differ. The passes run again, every obligation goes to a fresh solver, and what
 * has to be proved is counted on the program that was read. No engine takes part. */
#include "base/log.h"
#include "cli/commands.h"
#include "cli/evidence.h"
#include "cli/pipeline.h"
#include "cli/supervise.h"
#include "logic/check_proof.h"
#include "report/proof_json.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

/* What a check of a file found out. */
struct outcome {
    bool *proved;    /* by check id */
    const char *why; /* some proof did not hold, or could not be checked; or NULL */
};

/* What is asked: the checks of the program, or whether it has holes (pipeline_probe()). */
struct question {
    struct pipeline *pipeline;
    struct program *probe; /* or NULL */
    enum property property;
    uint32_t checks;
};

/* Words of the file, as far as a terminal may see them. */
static const char *tame(const char *s, struct arena *words)
{
    enum { LONGEST = 80 };
    char *t = (char *)arena_strndup(words, s, strnlen(s, LONGEST));
    for (char *c = t; *c; c++)
        if (*c < 0x20 || *c > 0x7e)
            *c = '?';
    return t;
}

/* The proof, read for the program with what it leaves out; NULL with *why. */
static struct proof *read_one(const struct question *q, const struct proof_json *f, uint32_t i, bool *proves,
                              const char **why)
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
    return proof_json_read(f, i, q->probe ? q->probe : pipeline_version(q->pipeline, left_out)->program, why);
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
    const struct program *p = proof->program;
    struct proof_check c = proof_check(proof, q->property, proves, budget, &l->words);
    proof_free(proof);
    static const char *const words[] = {"holds", "does not hold", "cannot be checked"};
    text_printf(out, "proof of %s: %s%s%s (%llu obligations, %.2f s)\n", tame(proof_json_engine(f, i), &l->words),
                words[c.answer], c.why ? ": " : "", c.why ? c.why : "", (unsigned long long)c.obligations,
                clock_wall() - start);
    for (uint32_t k = 0; c.answer == PROOF_HOLDS && k < q->checks; k++)
        o->proved[k] |= proves[k] && p->checks.data[k].property == q->property;
    if (c.answer != PROOF_HOLDS && !o->why)
        o->why = arena_printf(&l->words, "the proof %s: %s", words[c.answer], c.why);
    return 0;
}

/* Every check by some proof that holds. */
static int print_verdict(const struct question *q, const struct outcome *o, struct text *out)
{
    uint32_t proved = 0;
    for (uint32_t i = 0; i < q->checks; i++)
        proved += o->proved[i];
    bool all = proved == q->checks;
    if (q->probe)
        text_append(out, "checks: 0 proved, 0 violated, 0 open\n");
    else
        text_printf(out, "checks: %u proved, 0 violated, %u open\n", proved, q->checks - proved);
    if (all)
        text_append(out, "VERDICT: TRUE\n");
    else
        text_printf(out, "VERDICT: UNKNOWN (%s)\n", o->why ? o->why : "the file does not prove all of it");
    return all ? STATUS_TRUE : STATUS_UNKNOWN;
}

static int check_proofs(struct pipeline *l, const struct proof_json *f, const struct budget *budget, struct text *out)
{
    struct question q = {l, NULL, l->property, l->original->checks.size};
    const struct options *o = l->options;
    int status = 0;
    if (pipeline_has_holes(l))
        q = (struct question){l, pipeline_probe(l), PROPERTY_REACH, 1};
    struct outcome outcome = {.proved = ARENA_ARRAY(&l->words, bool, q.checks + 1)};
    text_printf(out, "property %s, %u bits%s\n", o->property, l->original->pointer_width,
                !strcmp(o->undefined, "assume") ? ", undefined behaviour assumed not to happen" : "");
    for (uint32_t i = 0; !status && i < proof_json_count(f); i++)
        status = check_one(&q, f, i, budget, &outcome, out);
    if (status)
        text_clear(out);
    else
        status = print_verdict(&q, &outcome, out);
    if (q.probe)
        program_free(q.probe);
    return status;
}

static int check_file(const struct proof_json *f, const struct options *o, const struct budget *budget,
                      struct text *out)
{
    struct pipeline l;
    const char *error = NULL;
    int status = STATUS_INPUT;
    if (!pipeline_load(&l, o, &error)) {
        log_error("%s", interrupted() ? "interrupted" : error);
    } else {
        pipeline_passes(&l);
        status = check_proofs(&l, f, budget, out);
    }
    pipeline_free(&l);
    return status;
}

static bool has(const char *const *list, uint32_t count, const char *s)
{
    bool found = false;
    for (uint32_t i = 0; i < count; i++)
        found |= !strcmp(list[i], s);
    return found;
}

/* How the options of the file differ from those of the command line, by name; NULL if they do not. */
static const char *difference(const struct proof_json *f, const struct options *o, struct arena *words)
{
    string_vector given = {0};
    proof_json_strings recorded = {0};
    const char *why = NULL;
    evidence_options(o, &given, words);
    proof_json_options(f, &recorded);
    vector_each(const char **, s, &recorded)
        if (!why && !has(given.data, given.size, *s))
            why = arena_printf(words, "it was made with the option %s, which the command line does not have",
                               tame(*s, words));
    vector_each(const char **, s, &given)
        if (!why && !has(recorded.data, recorded.size, *s))
            why = arena_printf(words, "it was made without the option %s of the command line", tame(*s, words));
    for (uint32_t i = 0; !why && i < given.size; i++)
        if (i >= recorded.size || strcmp(given.data[i], recorded.data[i]))
            why = arena_printf(words, "it was made with its options in another order or number (%s)",
                               tame(given.data[i], words));
    if (!why && recorded.size != given.size)
        why = "it was made with more options than the command line has";
    vector_free(&given);
    vector_free(&recorded);
    return why;
}

/* given->files: the proof, then the program. */
static int work(const struct options *given, const struct budget *budget, struct text *out)
{
    const char *path = given->files.data[0], *why = NULL;
    struct text bytes = {0};
    struct arena words = ARENA_EMPTY;
    int status = STATUS_INPUT;
    struct proof_json *f = NULL;
    if (!text_read_file(&bytes, path))
        log_error("cannot read %s: %s", path, strerror(errno));
    else if (!(f = proof_json_open(text_string(&bytes), bytes.size, &why)) || (why = difference(f, given, &words)))
        log_error("%s: %s", path, why);
    else {
        struct options o = *given;
        o.proof = path;
        o.files.data++;
        o.files.size--;
        status = check_file(f, &o, budget, out);
    }
    if (f)
        proof_json_close(f);
    text_free(&bytes);
    arena_release(&words);
    return status;
}

int command_check(const struct options *o)
{
    if (o->files.size < 2) {
        log_error("'check' needs a proof and the program that it is about; 'heddle check --help' says more");
        return STATUS_USAGE;
    }
    vector_each(const char **, f, &o->files)
        if (access(*f, R_OK) != 0) {
            log_error("cannot read %s: %s", *f, strerror(errno));
            return STATUS_INPUT;
        }
    const char *failure;
    int status = supervise(o, work, &failure);
    if (!failure)
        return status;
    printf("checks: 0 proved, 0 violated, 0 open\nVERDICT: UNKNOWN (%s)\n", failure);
    return STATUS_UNKNOWN;
}
