/* heddle validate, correctness witnesses: two questions, each to a heddle verify of its own: do the conditions hold, and does the property? */
#include "base/effort.h"
#include "base/log.h"
#include "base/output.h"
#include "cli/child_answer.h"
#include "cli/commands.h"
#include "cli/instrument.h"
#include "cli/validate.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum claim_answer { CLAIM_UNPLACED, CLAIM_OPEN, CLAIM_HOLDS, CLAIM_FAILS };

struct validation {
    const struct witness *witness;
    const struct options *options;
    const struct budget *budget;
    const char *folder;
    string_vector files; /* of the copy */
    bool renamed;        /* its main */
    uint8_t *answers;    /* by claim: enum claim_answer */
    const char *problem; /* why the copy could not be looked at; or NULL */
    struct arena words;
};

/* --- the copy --- */

static const char *folder_of(struct validation *v, const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? arena_strndup(&v->words, path, (size_t)(slash - path) + (slash == path)) : ".";
}

static bool copy_file(struct validation *v, uint32_t i, bool *placed)
{
    const char *name = v->options->files.data[i];
    const char *path = arena_printf(&v->words, "%s/%u%s", v->folder, i, ends_with(name, ".i") ? ".i" : ".c");
    struct text source = {0};
    struct instrumented copy = {0};
    bool ok = text_read_regular_file(&source, name);
    if (ok)
        instrument(&copy, v->witness, name, &source, i == 0, placed);
    ok = ok && text_write_file(&copy.text, path);
    v->renamed |= copy.calls_main;
    vector_push(&v->files, path);
    text_free(&copy.text);
    text_free(&source);
    return ok;
}

static bool make_copy(struct validation *v)
{
    bool *placed = NEW_ARRAY(bool, v->witness->claims.size + 1), ok = true;
    for (uint32_t i = 0; i < v->options->files.size && ok; i++)
        ok = copy_file(v, i, placed);
    for (uint32_t i = 0; i < v->witness->claims.size; i++)
        v->answers[i] = ok && placed[i] ? CLAIM_OPEN : CLAIM_UNPLACED;
    mem_free(placed);
    return ok;
}

/* --- questions --- */

/* Asks a heddle verify: about the copy, with its answers in JSON, or about the program itself. */
static void ask(struct validation *v, bool copy, struct process *p)
{
    string_vector argv = {0};
    struct options o = *v->options;
    struct budget limits = *v->budget;
    double left = limits.deadline > 0 ? limits.deadline - clock_wall() : 0;
    o.timeout = limits.deadline > 0 ? (copy ? left / 2 : left) - CLOCK_WORKER_KILL : 0;
    o.timeout = limits.deadline > 0 && o.timeout < 0.1 ? 0.1 : o.timeout;
    o.property = copy ? "reach" : o.property;
    vector_push(&argv, "/proc/self/exe");
    vector_push(&argv, "verify");
    options_forward(&o, COMMAND_VERIFY, &argv, &v->words);
    if (copy) {
        vector_push(&argv, "--json=-");
        vector_push(&argv, arena_printf(&v->words, "--flag=-iquote%s", folder_of(v, v->options->files.data[0])));
        if (v->renamed)
            vector_push(&argv, "--define=main=" INSTRUMENTED_MAIN);
    }
    vector_push(&argv, "--");
    const string_vector *files = copy ? &v->files : &v->options->files;
    for (uint32_t i = 0; i < files->size; i++)
        vector_push(&argv, files->data[i]);
    vector_push(&argv, NULL);
    process_run(p, argv.data, &limits);
    vector_free(&argv);
}

/* A claim may be several checks: in copies of a function, say. One that is nowhere cannot be reached. */
static void take_check(struct validation *v, const cJSON *check)
{
    const cJSON *text = cJSON_GetObjectItemCaseSensitive(check, "text"),
                *answer = cJSON_GetObjectItemCaseSensitive(check, "answer");
    const char *mark = cJSON_IsString(text) ? strstr(text->valuestring, "heddle-claim-") : NULL;
    unsigned i;
    if (!mark || sscanf(mark, CLAIM_MARK, &i) != 1 || i >= v->witness->claims.size || !cJSON_IsString(answer))
        return;
    if (*answer->valuestring == 'v')
        v->answers[i] = CLAIM_FAILS;
    else if (*answer->valuestring != 'p' && v->answers[i] != CLAIM_FAILS)
        v->answers[i] = CLAIM_OPEN;
}

static void ask_about_claims(struct validation *v)
{
    struct process p = {0};
    ask(v, true, &p);
    cJSON *report = p.end == PROCESS_EXITED && p.status <= STATUS_UNKNOWN ? cJSON_Parse(text_string(&p.output)) : NULL;
    const cJSON *checks = cJSON_GetObjectItemCaseSensitive(report, "checks"), *c;
    for (uint32_t i = 0; checks && i < v->witness->claims.size; i++)
        if (v->answers[i] == CLAIM_OPEN)
            v->answers[i] = CLAIM_HOLDS;
    cJSON_ArrayForEach(c, checks) take_check(v, c);
    if (!checks) {
        struct child_answer a = child_answer(&p, &v->words);
        v->problem = a.reason ? a.reason : "the program with the witness's conditions could not be read";
        log_info("%s", text_string(&p.errors));
    }
    cJSON_Delete(report);
    process_free(&p);
}

static void remove_copy(struct validation *v)
{
    vector_each(const char **, f, &v->files)
        unlink(*f);
    if (v->folder)
        rmdir(v->folder);
    vector_free(&v->files);
}

/* --- words --- */

static void say_claims(struct validation *v, struct text *out)
{
    static const char *const words[] = {[CLAIM_UNPLACED] = "is not looked at: heddle finds no place for it",
                                        [CLAIM_OPEN] = "may hold or not",
                                        [CLAIM_FAILS] = "can fail"};
    for (uint32_t i = 0; i < v->witness->claims.size; i++) {
        const struct claim *c = &v->witness->claims.data[i];
        if (v->answers[i] == CLAIM_HOLDS)
            continue;
        if (c->line)
            text_printf(out, "%s:%u:%u: ", c->file ? c->file : v->options->files.data[0], c->line, c->column ? c->column : 1);
        text_printf(out, "warning: '%s' %s [witness]\n", c->text, words[v->answers[i]]);
    }
}

static int say(struct validation *v, const struct child_answer *property, struct text *out)
{
    assert(property->verdict);
    unsigned count[4] = {0};
    for (uint32_t i = 0; i < v->witness->claims.size; i++)
        count[v->answers[i]]++;
    unsigned open = count[CLAIM_OPEN] + count[CLAIM_UNPLACED];
    if (!v->options->quiet)
        say_claims(v, out);
    text_printf(out, "witness: of correctness; of its %u condition%s %u hold%s, %u can fail; the property alone: %s\n",
                v->witness->claims.size, v->witness->claims.size == 1 ? "" : "s", count[CLAIM_HOLDS],
                count[CLAIM_HOLDS] == 1 ? "s" : "", count[CLAIM_FAILS], property->verdict);
    text_printf(out, "checks: %u proved, %u violated, %u open\nVERDICT: ", count[CLAIM_HOLDS], count[CLAIM_FAILS], open);
    const char *reason = property->status == STATUS_FALSE  ? NULL
                         : count[CLAIM_FAILS]              ? "the witness is wrong: a condition can fail"
                         : v->problem                      ? v->problem
                         : open                            ? "conditions of the witness are open"
                         : property->status != STATUS_TRUE ? property->reason ? property->reason : "the property is open"
                                                           : NULL;
    if (property->status == STATUS_FALSE)
        text_append(out, "FALSE\n");
    else if (reason)
        text_printf(out, "UNKNOWN (%s)\n", reason);
    else
        text_append(out, "TRUE\n");
    return property->status == STATUS_FALSE ? STATUS_FALSE : reason ? STATUS_UNKNOWN : STATUS_TRUE;
}

int validate_correctness(const struct witness *w, const struct options *o, const struct budget *budget, struct text *out)
{
    struct validation v = {.witness = w, .options = o, .budget = budget, .answers = NEW_ARRAY(uint8_t, w->claims.size + 1)};
    struct process p = {0};
    if (w->claims.size && (v.folder = temporary_folder(&v.words)) && make_copy(&v))
        ask_about_claims(&v);
    else if (w->claims.size)
        v.problem = "the program could not be copied";
    remove_copy(&v);
    ask(&v, false, &p);
    struct child_answer property = child_answer(&p, &v.words);
    int status = say(&v, &property, out);
    process_free(&p);
    mem_free(v.answers);
    arena_release(&v.words);
    return status;
}
