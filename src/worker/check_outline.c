/* Proofs of whole programs in outline: written by heddle verify --engine wide --proof, and checked. What a proof does not cover is said, and never counted as checked. */
#include "base/log.h"
#include "worker/check_file.h"
#include "base/status.h"
#include "base/outputs.h"
#include "engines/wide/certify.h"
#include "portfolio/evidence.h"
#include "report/outline_json.h"

/* Pairs of steps by what excludes their race. */
static void tell_pairs(const struct outline_pairs *found, const struct outline *o, struct text *out)
{
    text_printf(out, "proof: %u pairs of accesses under a common lock, %u never at the same time", found->by_lock, found->by_order);
    if (found->by_owner)
        text_printf(out, ", %u on records of different threads", found->by_owner);
    if (found->open)
        text_printf(out, ", %u not covered (first: lines %u and %u)", found->open, o->steps.data[found->open_a].pos.line,
                    o->steps.data[found->open_b].pos.line);
    text_append(out, "\n");
}

static const char *obstacle(const struct options *o, const struct outline_pairs *found, const char *beyond, struct arena *words)
{
    return found->open                      ? "pairs of accesses are not covered by the proof"
           : beyond                         ? arena_printf(words, "the proof does not cover %s", beyond)
           : found->untracked               ? "there are accesses through pointers of which nothing is known"
           : strcmp(o->undefined, "assume") ? "no race if every access stays within its object: --undefined=assume says so"
                                            : NULL;
}

static int tell(const struct options *o, const struct outline_proof *p, const struct outline_threads *t, struct text *out)
{
    struct arena words = ARENA_EMPTY;
    struct outline_pairs found;
    const char *beyond, *broken;
    uint32_t step;
    int status = STATUS_UNKNOWN;
    if (!outline_check(p, t, &broken, &step)) {
        uint32_t line = step == NONE ? 0 : t->outline->steps.data[step].pos.line;
        text_printf(out, "proof does not hold: %s%s%.0u\n", broken, line ? " at line " : "", line);
        text_append(out, "checks: 0 proved, 0 violated, 1 open\nVERDICT: UNKNOWN (the proof does not hold)\n");
    } else {
        outline_check_pairs(p, t, &found, &beyond);
        const char *why = obstacle(o, &found, beyond, &words);
        tell_pairs(&found, t->outline, out);
        text_printf(out, "checks: %u proved, 0 violated, %u open\n", found.by_lock + found.by_order + found.by_owner, found.open);
        if (why)
            text_printf(out, "VERDICT: UNKNOWN (%s)\n", why);
        else
            text_append(out, "VERDICT: TRUE\n");
        status = why ? STATUS_UNKNOWN : STATUS_TRUE;
    }
    arena_release(&words);
    return status;
}

int check_outline(const struct options *o, const struct outline *outline, const struct proof_json *f, struct text *out)
{
    struct outline_threads t;
    int status = STATUS_INPUT;
    if (strcmp(o->property, "race")) {
        log_error("a proof of a whole program in outline is about --property=race");
        return STATUS_USAGE;
    }
    outline_threads_find(&t, outline);
    struct outline_proof *p = outline_json_read(f, &t);
    if (p)
        status = tell(o, p, &t, out);
    else
        log_error("%s: it is about another program, or parts of it are missing", o->proof);
    outline_proof_free(p);
    outline_threads_free(&t);
    return status;
}

bool write_outline_proof(const struct options *o, const struct outline *outline, struct text *out)
{
    struct outline_threads t;
    struct text file = {0};
    struct arena words = ARENA_EMPTY;
    string_vector options = {0};
    struct outline_pairs found;
    const char *beyond, *broken;
    uint32_t step;
    outline_threads_find(&t, outline);
    struct outline_proof *p = wide_certify(&t);
    if (!outline_check(p, &t, &broken, &step))
        log_error("internal error: the proof does not hold (%s); this is a bug in heddle", broken);
    outline_check_pairs(p, &t, &found, &beyond);
    if (!o->quiet && !outputs_take_stdout(o))
        tell_pairs(&found, outline, out);
    evidence_options(o, &options, &words);
    outline_json_write(&file, p, &t, options.data, options.size);
    bool ok = outputs_put(o->proof, &file, out);
    outline_proof_free(p);
    outline_threads_free(&t);
    vector_free(&options);
    text_free(&file);
    arena_release(&words);
    return ok;
}
