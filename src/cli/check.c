/* heddle check: verifies a proof that heddle verify --proof wrote. The program is read again with the options that the
 * file names, the passes run again, and every obligation goes to a fresh solver. No engine takes part. */
#include "base/log.h"
#include "cli/commands.h"
#include "cli/pipeline.h"
#include "cli/supervise.h"
#include "logic/check_proof.h"
#include "passes/passes.h"
#include "report/proof_json.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

/* What a check of a file found out. */
struct outcome {
    bool *proved;    /* by check id */
    bool excluded;   /* some proof that holds excludes what is not modelled */
    const char *why; /* some proof did not hold, or could not be checked; or NULL */
};

/* Checks one proof of the file. Returns 0, or a status if it is not a proof for this program. */
static int check_one(struct pipeline *l, const struct proof_json *f, uint32_t i, const struct budget *budget,
                     struct outcome *o, struct text *out)
{
    uint32_t n = l->original->checks.size;
    bool *proves = ARENA_ARRAY(&l->words, bool, n + 1), *left_out = ARENA_ARRAY(&l->words, bool, n + 1);
    const char *why = "it names a check that the program does not have";
    struct proof *proof = NULL;
    if (proof_json_checks(f, i, n, proves, left_out))
        proof = proof_json_read(f, i, pipeline_version(l, left_out)->program, &why);
    if (!proof) {
        log_error("%s: %s", l->options->proof, why);
        return STATUS_INPUT;
    }
    double start = clock_wall();
    struct proof_check c = proof_check(proof, l->property, proves, budget, &l->words);
    proof_free(proof);
    static const char *const words[] = {"holds", "does not hold", "cannot be checked"};
    text_printf(out, "proof of %s: %s%s%s (%llu obligations, %.2f s)\n", proof_json_engine(f, i), words[c.answer],
                c.why ? ": " : "", c.why ? c.why : "", (unsigned long long)c.obligations, clock_wall() - start);
    if (c.answer == PROOF_HOLDS) {
        o->excluded = true;
        for (uint32_t k = 0; k < n; k++)
            o->proved[k] |= proves[k];
    } else if (!o->why) {
        o->why = arena_printf(&l->words, "the proof %s: %s", words[c.answer], c.why);
    }
    return 0;
}

static bool has_unsupported(const struct program *p)
{
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct location *, l, &c->locations)
            if (l->flags & LOC_UNSUPPORTED)
                return true;
    return false;
}

/* Every check by some proof that holds; without checks, what is not modelled excluded. */
static int print_verdict(const struct pipeline *l, const struct outcome *o, struct text *out)
{
    uint32_t proved = 0, n = l->original->checks.size;
    for (uint32_t i = 0; i < n; i++)
        proved += o->proved[i];
    bool all = proved == n && (n || o->excluded || !has_unsupported(l->small));
    text_printf(out, "checks: %u proved, 0 violated, %u open\n", proved, n - proved);
    if (all)
        text_append(out, "VERDICT: TRUE\n");
    else
        text_printf(out, "VERDICT: UNKNOWN (%s)\n", o->why ? o->why : "the file does not prove all of it");
    return all ? STATUS_TRUE : STATUS_UNKNOWN;
}

/* files: the proof, then the program. */
static int check_file(const struct proof_json *f, const struct options *o, const struct budget *budget,
                      struct text *out)
{
    struct pipeline l;
    const char *error = NULL;
    int status = 0;
    if (!pipeline_load(&l, o, budget, &error)) {
        log_error("%s", interrupted() ? "interrupted" : error);
        status = STATUS_INPUT;
    } else {
        pipeline_passes(&l);
        struct outcome outcome = {.proved = ARENA_ARRAY(&l.words, bool, l.original->checks.size + 1)};
        text_printf(out, "property %s, %u bits%s\n", o->property, l.original->pointer_width,
                    !strcmp(o->undefined, "assume") ? ", undefined behaviour assumed not to happen" : "");
        for (uint32_t i = 0; !status && i < proof_json_count(f); i++)
            status = check_one(&l, f, i, budget, &outcome, out);
        if (status)
            text_clear(out);
        else
            status = print_verdict(&l, &outcome, out);
    }
    pipeline_free(&l);
    return status;
}

/* The options of the file, and after them those of the command line; they are all options of check. */
static bool merged_options(const struct proof_json *f, const struct options *given, struct options *o,
                           struct arena *words)
{
    string_vector argv = {0};
    proof_json_strings recorded = {0};
    struct text error = {0};
    vector_push(&argv, "heddle");
    vector_push(&argv, "check");
    proof_json_options(f, &recorded);
    vector_each(const char **, s, &recorded)
        vector_push(&argv, *s);
    options_forward(given, COMMAND_CHECK, &argv, words);
    vector_push(&argv, "--");
    for (uint32_t i = 1; i < given->files.size; i++)
        vector_push(&argv, given->files.data[i]);
    options_init(o);
    bool ok = options_parse(o, (int)argv.size, (char **)argv.data, &error) && o->files.size == given->files.size - 1;
    if (!ok)
        log_error("%s: its options are not understood: %s", given->files.data[0], text_string(&error));
    struct pass_options passes;
    vector_each(const char **, name, &o->no_pass)
        if (ok && !pass_switch(&passes, *name)) {
            log_error("%s: it names an unknown pass", given->files.data[0]);
            ok = false;
        }
    o->proof = given->files.data[0];
    vector_free(&argv);
    vector_free(&recorded);
    text_free(&error);
    return ok;
}

static int work(const struct options *given, const struct budget *budget, struct text *out)
{
    const char *path = given->files.data[0], *why = NULL;
    struct text bytes = {0};
    struct arena words = ARENA_EMPTY;
    int status = STATUS_INPUT;
    struct proof_json *f = NULL;
    if (!text_read_file(&bytes, path))
        log_error("cannot read %s: %s", path, strerror(errno));
    else if (!(f = proof_json_open(text_string(&bytes), bytes.size, &why)))
        log_error("%s: %s", path, why);
    if (f) {
        struct options o;
        if (merged_options(f, given, &o, &words))
            status = check_file(f, &o, budget, out);
        options_free(&o);
        proof_json_close(f);
    }
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
