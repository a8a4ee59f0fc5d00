/* heddle validate, correctness witnesses: two questions, each a session of libheddle: do the conditions hold, and does the property? */
#include "base/effort.h"
#include "base/log.h"
#include "base/output.h"
#include "base/status.h"
#include "worker/instrument.h"
#include "worker/validate.h"

#include <heddle.h>
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

/* Options of this command as a session has them: those that it has no function for, by their names. */
static int hand_on(struct validation *v, heddle_session *s)
{
    struct options o = *v->options; /* shares the vectors */
    string_vector all = {0};
    int error = 0;
    o.timeout = 0;
    o.memory = 0;
    o.property = "reach"; /* what is usual is passed over */
    o.engine = "auto";
    options_forward(&o, COMMAND_VERIFY, &all, &v->words);
    vector_each(const char *const *, a, &all) {
        const char *value = strchr(*a, '=');
        const char *name = arena_strndup(&v->words, *a + 2, value ? (size_t)(value - *a) - 2 : strlen(*a) - 2);
        error |= heddle_set_option(s, name, value ? value + 1 : NULL);
    }
    vector_free(&all);
    return error;
}

static double time_for(const struct validation *v, double share)
{
    double left = v->budget->deadline > 0 ? (v->budget->deadline - clock_wall()) * share - CLOCK_WORKER_KILL : 0;
    return v->budget->deadline > 0 && left < 0.1 ? 0.1 : left;
}

/* Asks about these files, for so much of the time. To be freed; NULL if there is no memory. */
static heddle_session *session_for(struct validation *v, const string_vector *files, const char *property, double share)
{
    heddle_session *s = heddle_new();
    int error = !s || heddle_set_program(s, "/proc/self/exe") || heddle_set_option(s, "attached", NULL) || hand_on(v, s) ||
                heddle_set_property(s, property) || heddle_set_engine(s, v->options->engine);
    vector_each(const char *const *, f, files)
        error = error || heddle_add_file(s, *f);
    if (error) {
        heddle_free(s);
        return NULL;
    }
    heddle_set_together(s, 1);
    heddle_set_timeout(s, time_for(v, share));
    heddle_set_memory(s, (unsigned)v->options->memory);
    return s;
}

/* A claim may be several checks: in copies of a function, say. One that is nowhere cannot be reached. */
static void take_check(struct validation *v, const heddle_check *check)
{
    const char *mark = strstr(check->claim, "heddle-claim-");
    unsigned i;
    if (!mark || sscanf(mark, CLAIM_MARK, &i) != 1 || i >= v->witness->claims.size)
        return;
    if (check->answer == HEDDLE_VIOLATED)
        v->answers[i] = CLAIM_FAILS;
    else if (check->answer == HEDDLE_OPEN && v->answers[i] != CLAIM_FAILS)
        v->answers[i] = CLAIM_OPEN;
}

static void ask_about_claims(struct validation *v)
{
    heddle_session *s = session_for(v, &v->files, "reach", 0.5);
    const char *folder = folder_of(v, v->options->files.data[0]);
    bool asked = s && !heddle_add_flag(s, arena_printf(&v->words, "-iquote%s", folder)) &&
                 !(v->renamed && heddle_add_flag(s, "-Dmain=" INSTRUMENTED_MAIN)) && heddle_run(s) != HEDDLE_ERROR;
    for (uint32_t i = 0; asked && i < v->witness->claims.size; i++)
        if (v->answers[i] == CLAIM_OPEN)
            v->answers[i] = CLAIM_HOLDS;
    for (size_t i = 0; asked && i < heddle_check_count(s); i++)
        take_check(v, heddle_check_at(s, i));
    if (!asked) {
        v->problem = s && *heddle_reason(s) ? arena_strdup(&v->words, heddle_reason(s))
                                            : "the program with the witness's conditions could not be read";
        log_info("%s", s ? heddle_messages(s) : "");
    }
    heddle_free(s);
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
    if (v->witness->unread)
        text_printf(out, "warning: what heddle does not understand of the witness is not looked at: %u part%s of it [witness]\n",
                    v->witness->unread, v->witness->unread == 1 ? "" : "s");
}

static int say(struct validation *v, heddle_verdict property, const char *why, struct text *out)
{
    static const char *const verdicts[] = {"TRUE", "FALSE", "UNKNOWN", "ERROR"};
    unsigned count[4] = {0};
    for (uint32_t i = 0; i < v->witness->claims.size; i++)
        count[v->answers[i]]++;
    unsigned open = count[CLAIM_OPEN] + count[CLAIM_UNPLACED] + v->witness->unread;
    if (!v->options->quiet)
        say_claims(v, out);
    text_printf(out, "witness: of correctness; of its %u condition%s %u hold%s, %u can fail; the property alone: %s\n",
                v->witness->claims.size, v->witness->claims.size == 1 ? "" : "s", count[CLAIM_HOLDS],
                count[CLAIM_HOLDS] == 1 ? "s" : "", count[CLAIM_FAILS], verdicts[property]);
    text_printf(out, "checks: %u proved, %u violated, %u open\nVERDICT: ", count[CLAIM_HOLDS], count[CLAIM_FAILS], open);
    const char *reason = property == HEDDLE_FALSE  ? NULL
                         : count[CLAIM_FAILS]      ? "the witness is wrong: a condition can fail"
                         : v->problem              ? v->problem
                         : open                    ? "conditions of the witness are open"
                         : property != HEDDLE_TRUE ? *why ? why : "the property is open"
                                                   : NULL;
    if (property == HEDDLE_FALSE)
        text_append(out, "FALSE\n");
    else if (reason)
        text_printf(out, "UNKNOWN (%s)\n", reason);
    else
        text_append(out, "TRUE\n");
    return property == HEDDLE_FALSE ? STATUS_FALSE : reason ? STATUS_UNKNOWN : STATUS_TRUE;
}

int validate_correctness(const struct witness *w, const struct options *o, const struct budget *budget, struct text *out)
{
    struct validation v = {.witness = w, .options = o, .budget = budget, .answers = NEW_ARRAY(uint8_t, w->claims.size + 1)};
    if (w->claims.size && (v.folder = temporary_folder(&v.words)) && make_copy(&v))
        ask_about_claims(&v);
    else if (w->claims.size)
        v.problem = "the program could not be copied";
    remove_copy(&v);
    heddle_session *s = session_for(&v, &o->files, o->property, 1);
    heddle_verdict property = s ? heddle_run(s) : HEDDLE_ERROR;
    int status = say(&v, property, s ? heddle_reason(s) : "no memory", out);
    heddle_free(s);
    mem_free(v.answers);
    arena_release(&v.words);
    return status;
}
