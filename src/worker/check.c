/* heddle check: verifies a proof that heddle verify --proof wrote. What the program is (its files, the options that it is
 * read with, the property) is said by the command line alone; the file is evidence and decides nothing. Its options are
 * compared, and it is refused if they differ. The passes run again, every obligation goes to a fresh solver, and what
 * has to be proved is counted on the program that was read. No engine takes part. */
#include "base/log.h"
#include "worker/check_file.h"
#include "worker/commands.h"
#include "portfolio/evidence.h"
#include "report/outline_json.h"
#include "worker/supervise.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

static int check_file(const struct proof_json *f, const struct options *o, const struct budget *budget, struct text *out)
{
    struct pipeline l;
    const char *error = NULL;
    int status = STATUS_INPUT;
    if (!pipeline_load(&l, o, budget, &error)) {
        log_error("%s", interrupted() ? "interrupted" : error);
    } else {
        pipeline_passes(&l);
        status = check_proofs(&l, f, budget, out);
    }
    pipeline_free(&l);
    return status;
}

/* Of a whole program in outline. */
static int check_outline_file(const struct proof_json *f, const struct options *o, const struct budget *budget, struct text *out)
{
    struct arena words = ARENA_EMPTY;
    const char *error = NULL;
    int status = STATUS_INPUT;
    struct outline *outline = pipeline_outline(o, NULL, budget, &words, &error);
    if (outline)
        status = check_outline(o, outline, f, out);
    else
        log_error("%s", interrupted() ? "interrupted" : error);
    if (outline)
        outline_free(outline);
    arena_release(&words);
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
            why = arena_printf(words, "it was made with the option %s, which the command line does not have", tame(*s, words));
    vector_each(const char **, s, &given)
        if (!why && !has(recorded.data, recorded.size, *s))
            why = arena_printf(words, "it was made without the option %s of the command line", tame(*s, words));
    for (uint32_t i = 0; !why && i < given.size; i++)
        if (i >= recorded.size || strcmp(given.data[i], recorded.data[i]))
            why = arena_printf(words, "it was made with its options in another order or number (%s)", tame(given.data[i], words));
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
        status = proof_json_member(f, "outline") ? check_outline_file(f, &o, budget, out) : check_file(f, &o, budget, out);
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
