/* heddle validate WITNESS FILE...: whether a witness that some verifier wrote is right. The program, its options and the property are what the command line
 * says; a witness that is about something else is refused.
 *
 * A violation: the program is executed along the witness (guide.h), and what is found is a schedule that the machine has executed: FALSE. Correctness: the
 * conditions of the witness become assertions in a copy of the text (instrument.h), which heddle proves, and it proves the property: TRUE. */
#include "base/log.h"
#include "base/sha256.h"
#include "worker/asked.h"
#include "worker/commands.h"
#include "worker/guide.h"
#include "worker/supervise.h"
#include "worker/validate.h"
#include "portfolio/pipeline.h"
#include "program/ordered.h"

#include <stdio.h>

/* --- what it is about --- */

static bool has_hash(const struct witness *w, const char *path)
{
    struct text t = {0};
    char hex[SHA256_HEX];
    bool found = !w->hashes.size;
    text_read_regular_file(&t, path);
    sha256_hex(text_string(&t), t.size, hex);
    text_free(&t);
    vector_each(const char **, h, &w->hashes)
        found |= !strcmp(*h, hex);
    return found;
}

/* Formulas are compared without blanks. */
static bool same_formula(const char *a, const char *b)
{
    for (;; a++, b++) {
        a += strspn(a, " \t\r\n");
        b += strspn(b, " \t\r\n");
        if (*a != *b || !*a)
            return *a == *b;
    }
}

/* Which --leaks a specification of the property memory asks for; NULL if it is one of another property. */
static const char *leaks_in(const char *specification)
{
    bool cleanup = strstr(specification, "valid-memcleanup") != NULL, track = strstr(specification, "valid-memtrack") != NULL;
    bool more = strstr(specification, "valid-free") || strstr(specification, "valid-deref");
    return cleanup ? more ? "left" : "only" : track ? "lost" : more ? "no" : NULL;
}

/* Whether a specification is about the property, or says nothing. What must not be reached may be a call or a label of any name. */
static bool is_known(const char *specification, enum property asked)
{
    const char *own = property_rows[asked].specification;
    bool reaches = strstr(own, "call(") && (strstr(specification, "call(") || strstr(specification, "label("));
    return !*specification || same_formula(specification, own) || reaches;
}

/* Why the witness is not about what is asked; NULL if it is. */
static const char *mismatch(struct witness *w, const struct options *o)
{
    enum property asked = property_find(o->property);
    unsigned machine = !strcmp(o->machine, "32") ? 32 : 64;
    for (int p = 0; p < PROPERTIES; p++)
        if ((enum property)p != asked && same_formula(w->specification, property_rows[p].specification))
            return arena_printf(&w->words, "it is about the property %s: say --property=%s", property_name((enum property)p),
                                property_name((enum property)p));
    const char *leaks = leaks_in(w->specification);
    if (!leaks && !is_known(w->specification, asked))
        return arena_printf(&w->words, "it is about something that heddle does not know: '%s'", w->specification);
    const char *asked_leaks = !strcmp(o->leaks, "no") && !strcmp(o->rules, "sv-comp") ? "lost" : o->leaks;
    if (leaks && (!(properties_need(property_only(asked)) & NEEDS_LIFETIMES) || strcmp(leaks, asked_leaks)))
        return arena_printf(&w->words, "it is about the property memory: say --property=memory --leaks=%s", leaks);
    if (w->machine && w->machine != machine)
        return arena_printf(&w->words, "it is about a program for %u bits: say -m%u", w->machine, w->machine);
    vector_each(const char **, f, &o->files)
        if (!has_hash(w, *f))
            return arena_printf(&w->words, "it is about another text than that of %s (the SHA-256 differs)", *f);
    return NULL;
}

/* --- violations --- */

/* Why the schedule shows nothing; NULL if it does. The rules are those of heddle verify (portfolio/confirm.c, answers.c). */
static const char *doubt(const struct program *p, const struct trace *t, struct arena *words)
{
    const char *why = NULL;
    if (!trace_replays(p, t, &why, words))
        return why ? why : "the schedule cannot be executed";
    if (trace_approximate(p, t))
        return "the schedule relies on something of which heddle takes any value";
    if (check_is_watched(&p->checks.data[t->check]) && !trace_finds_race(p, t, true, NULL))
        return "it is not clear by C11 whether the accesses are ordered";
    return NULL;
}

static int unconfirmed(struct text *out, const char *why)
{
    text_printf(out, "checks: 0 proved, 0 violated, 1 open\nVERDICT: UNKNOWN (%s)\n", why);
    return STATUS_UNKNOWN;
}

static int confirmed(struct pipeline *l, const struct options *o, struct trace *t, struct text *out)
{
    struct report r = {.program = l->original,
                       .property = l->asked,
                       .files = o->files.data,
                       .file_count = o->files.size,
                       .machine = l->original->pointer_width,
                       .show_source = true,
                       .answer = REPORT_VIOLATED};
    struct report_check c = {
        .check = &l->original->checks.data[t->check], .answer = REPORT_VIOLATED, .trace = t, .engine = "validate"};
    vector_push(&r.checks, c);
    if (!o->quiet)
        report_diagnostics(out, &r);
    report_last_lines(out, &r);
    vector_free(&r.checks);
    return STATUS_FALSE;
}

static int validate_violation(const struct witness *w, const struct options *o, const struct budget *budget, struct text *out)
{
    struct pipeline l;
    struct arena words = ARENA_EMPTY;
    const char *error = NULL;
    int status = STATUS_INPUT;
    uint32_t missed = 0;
    struct trace *t = NULL;
    if (!pipeline_load(&l, o, budget, &error)) {
        log_error("%s", interrupted() ? "interrupted" : error);
    } else if (!l.original->checks.size || !(t = guide(l.original, w, budget, &missed))) {
        const char *limit = limit_words(budget_spent(budget));
        status =
            unconfirmed(out, limit                      ? limit
                             : !l.original->checks.size ? "the program has nothing that could be violated"
                                                        : "no execution along the witness was found that violates the property");
    } else if ((error = doubt(l.original, t, &words))) {
        status = unconfirmed(out, error);
    } else {
        text_printf(out, "witness: a violation, followed for %u of its %u waypoints\n", w->waypoints.size - missed,
                    w->waypoints.size);
        status = confirmed(&l, o, t, out);
    }
    if (t)
        trace_free(t);
    pipeline_free(&l);
    arena_release(&words);
    return status;
}

/* --- the command --- */

static int validate(struct witness *w, const struct options *o, const struct budget *budget, struct text *out)
{
    const char *error = NULL, *path = o->files.data[0];
    struct options own = *o;
    own.files.data++;
    own.files.size--;
    if (!witness_read(w, path, &error)) {
        log_error("%s", error);
        return STATUS_INPUT;
    }
    if ((error = mismatch(w, &own))) {
        log_error("%s: %s", path, error);
        return STATUS_INPUT;
    }
    if (w->violation && !w->waypoints.size)
        return unconfirmed(out, "the witness has no waypoint that heddle understands");
    return w->violation ? validate_violation(w, &own, budget, out) : validate_correctness(w, &own, budget, out);
}

static int work(const struct options *o, const struct budget *budget, struct text *out)
{
    struct witness w;
    struct options own;
    struct arena words = ARENA_EMPTY;
    int status = asked_by_files(o, &own, &words);
    if (!status && property_find(own.property) == PROPERTIES) {
        log_error("'validate' takes one property at a time, not '%s'", own.property);
        status = STATUS_USAGE;
    }
    if (!status) {
        status = validate(&w, &own, budget, out);
        witness_free(&w);
    }
    arena_release(&words);
    return status;
}

int command_validate(const struct options *o)
{
    if (o->files.size < 2) {
        log_error("'validate' needs a witness and the program that it is about; 'heddle validate --help' says more");
        return STATUS_USAGE;
    }
    const char *failure;
    int status = supervise(o, work, &failure);
    if (!failure)
        return status;
    printf("checks: 0 proved, 0 violated, 0 open\nVERDICT: UNKNOWN (%s)\n", failure);
    return STATUS_UNKNOWN;
}
