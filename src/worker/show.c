/* heddle show: the program as the engines see it. */
#include "base/effort.h"
#include "base/log.h"
#include "base/process.h"
#include "worker/commands.h"
#include "worker/compile_database.h"
#include "portfolio/pipeline.h"
#include "worker/supervise.h"
#include "worker/verify_all.h"
#include "engines/flow/flow.h"
#include "program/outline.h"
#include "program/print.h"

#include <inttypes.h>
#include <stdio.h>

enum why { NOT_MODELLED, LIMIT, UNDEFINED, WHYS };

static enum why why_unsupported(const struct location *l)
{
    return !l->reason                                 ? NOT_MODELLED
           : starts_with(l->reason, LIMIT_REASON)     ? LIMIT
           : starts_with(l->reason, UNDEFINED_REASON) ? UNDEFINED
                                                      : NOT_MODELLED;
}

static const char *reason_of(const struct location *l) { return l->reason ? l->reason : "?"; }

static bool is_same_file(struct position a, struct position b)
{
    return a.file == b.file || (a.file && b.file && strcmp(a.file, b.file) == 0);
}

static bool is_same_position(struct position a, struct position b)
{
    return is_same_file(a, b) && a.line == b.line && a.column == b.column;
}

/* One cause with all of its positions, each once: "a.c:3:4: cause (also 5:6, b.c:7:8)". */
struct cause {
    struct text *out;
    VECTOR(struct position) said;
};

static void begin_cause(struct cause *c, const char *key, struct position first, const char *what)
{
    vector_push(&c->said, first);
    text_printf(c->out, "%s: ", key);
    print_position(c->out, first);
    text_printf(c->out, ": %s", what);
}

static void also_at(struct cause *c, struct position at)
{
    vector_each(const struct position *, old, &c->said)
        if (is_same_position(*old, at))
            return;
    text_append(c->out, c->said.size == 1 ? " (also " : ", ");
    if (is_same_file(at, c->said.data[c->said.size - 1]))
        text_printf(c->out, "%u:%u", at.line, at.column);
    else
        print_position(c->out, at);
    vector_push(&c->said, at);
}

static void end_cause(struct cause *c)
{
    text_append(c->out, c->said.size > 1 ? ")\n" : "\n");
    vector_free(&c->said);
}

static void say_cause(struct text *out, const struct program *p, const struct location *first)
{
    struct cause cause = {.out = out};
    begin_cause(&cause, "unsupported-reason", first->pos, reason_of(first));
    vector_each(const struct code *, c, &p->codes)
        vector_each(const struct location *, l, &c->locations)
            if (l->flags & LOC_UNSUPPORTED && strcmp(reason_of(l), reason_of(first)) == 0)
                also_at(&cause, l->pos);
    end_cause(&cause);
}

/* What forbids TRUE and stops nobody: functions that nobody defines, for one. */
static void print_uncovered(struct text *out, const struct program *p)
{
    struct text list = {0};
    uint32_t causes = 0;
    for (uint32_t i = 0; i < p->uncovered.size; i++) {
        const struct uncovered *u = &p->uncovered.data[i];
        struct cause cause = {.out = &list};
        bool again = false;
        for (uint32_t k = 0; k < i; k++)
            again |= strcmp(p->uncovered.data[k].what, u->what) == 0;
        if (again)
            continue;
        causes++;
        begin_cause(&cause, "not-covered-reason", u->pos, u->what);
        for (uint32_t k = i + 1; k < p->uncovered.size; k++)
            if (strcmp(p->uncovered.data[k].what, u->what) == 0)
                also_at(&cause, p->uncovered.data[k].pos);
        end_cause(&cause);
    }
    text_printf(out, "not-covered: %u\n%s", causes, text_string(&list));
    text_free(&list);
}

/* Each cause once. What is not modelled comes first. */
static void print_unsupported(struct text *out, const struct program *p)
{
    string_vector causes = {0};
    for (enum why why = NOT_MODELLED; why < WHYS; why++)
        vector_each(const struct code *, c, &p->codes)
            vector_each(const struct location *, l, &c->locations) {
                bool again = !(l->flags & LOC_UNSUPPORTED) || why_unsupported(l) != why;
                vector_each(const char **, old, &causes)
                    again |= strcmp(*old, reason_of(l)) == 0;
                if (again)
                    continue;
                say_cause(out, p, l);
                vector_push(&causes, reason_of(l));
            }
    vector_free(&causes);
}

static void print_invariants(struct text *out, const struct pipeline *l, const struct options *o, const struct budget *budget)
{
    struct task task = {.program = l->small, .options = o, .budget = *budget};
    const struct reason *why_not = flow_tell(&task, l->original, out);
    struct text words = {0};
    if (why_not) {
        reason_print(&words, why_not, true);
        text_printf(out, "no invariants: %s\n", text_string(&words));
    }
    text_free(&words);
}

/* For invariants the program stays close to its text: every line, every variable. */
static void keep_text(struct options *o)
{
    static const char *const left_out[] = {"slicing", "movers"};
    string_vector all = {0};
    vector_each(const char **, name, &o->no_pass)
        vector_push(&all, *name);
    for (unsigned i = 0; i < sizeof left_out / sizeof *left_out; i++)
        vector_push(&all, left_out[i]);
    o->no_pass = all;
}

/* Whether it is the first call of such a function. */
static bool is_first(const struct outline *o, uint32_t k)
{
    for (uint32_t i = 0; i < k; i++)
        if (!strcmp(o->unknown.data[i], o->unknown.data[k]))
            return false;
    return true;
}

/* Of a program that is too large to be looked at closely in seconds: what its outline tells. */
static void print_outline_summary(struct text *out, const struct outline *o)
{
    uint32_t threads = 0, shared = 0, unknown = 0;
    vector_each(const struct outline_step *, s, &o->steps)
        threads += s->kind == OUTLINE_CREATE && !s->aside;
    vector_each(const struct outline_object *, x, &o->objects)
        shared += x->kind == OUTLINE_GLOBAL && !x->constant;
    for (uint32_t k = 0; k < o->unknown.size; k++)
        unknown += is_first(o, k);
    text_printf(out, "form: outline\nprocedures: %u\ncreations: %u\nobjects: %u\nglobals: %u\nsteps: %u\nunsupported: %u\n",
                o->procedures.size, threads, o->objects.size, shared, o->steps.size, unknown);
    for (uint32_t k = 0; k < o->unknown.size; k++)
        if (is_first(o, k)) {
            text_append(out, "unsupported-reason: ");
            print_position(out, o->unknown_at.data[k]);
            bool is_name = !strchr(o->unknown.data[k], ' '); /* of a function; otherwise it says itself what it is */
            text_printf(out, is_name ? ": an outline does not know what '%s' does\n" : ": %s\n", o->unknown.data[k]);
        }
}

static int show_outline(const struct options *o, const struct budget *budget, struct text *out)
{
    struct arena words = ARENA_EMPTY;
    const char *error = NULL;
    struct outline *outline = pipeline_outline(o, NULL, budget, &words, &error);
    if (outline) {
        if (o->summary)
            print_outline_summary(out, outline);
        else
            outline_print(outline, out);
        outline_free(outline);
    } else {
        log_error("%s", interrupted() ? "interrupted" : error);
    }
    arena_release(&words);
    return outline ? 0 : STATUS_INPUT;
}

static int show_closely(const struct options *o, const struct budget *budget, struct text *out, bool *too_large)
{
    struct pipeline l;
    const char *error = NULL;
    struct options mine = *o;
    if (o->invariants) {
        keep_text(&mine);
        o = &mine;
    }
    bool loaded = too_large ? pipeline_load_unless_large(&l, o, budget, too_large, &error) : pipeline_load(&l, o, budget, &error);
    int status = loaded ? 0 : l.stopped ? STATUS_UNKNOWN : STATUS_INPUT;
    if (too_large && l.stopped && !interrupted())
        *too_large = true; /* to be read in that time */
    if (!loaded && !(too_large && *too_large))
        log_error("%s", interrupted() ? "interrupted" : error);
    if (loaded && !o->raw)
        pipeline_passes(&l);
    if (loaded && o->summary) {
        print_summary(out, l.small);
        print_unsupported(out, l.small);
        print_uncovered(out, l.original);
    } else if (loaded && o->invariants) {
        print_invariants(out, &l, o, budget);
    } else if (loaded && o->dot) {
        print_dot(out, l.small);
    } else if (loaded) {
        print_program(out, l.small);
    }
    pipeline_free(&l);
    if (o == &mine)
        vector_free(&mine.no_pass);
    return status;
}

struct summary {
    const struct options *options;
    const struct budget *budget;
};

struct summary_end { /* what the copy writes before its words */
    int status;
    bool too_large;
};

static void summarise_in_copy(void *context, int fd)
{
    const struct summary *s = context;
    struct text out = {0};
    struct summary_end end = {0};
    end.status = show_closely(s->options, s->budget, &out, &end.too_large);
    write_all(fd, &end, sizeof end);
    write_all(fd, text_string(&out), out.size);
    text_free(&out);
}

/* In a process of its own: what cannot be looked at closely in seconds has an outline. */
static int summarise(const struct options *o, const struct budget *budget, struct text *out)
{
    struct budget part = budget_share(budget, SHARE_SUMMARY);
    struct summary s = {o, &part};
    struct summary_end end = {.too_large = true};
    struct process p, *one = &p;
    if (process_fork(&p, summarise_in_copy, &s, &part))
        while (p.end == PROCESS_RUNNING) {
            process_poll(&one, 1, CLOCK_SUMMARY_WATCH);
            if (p.end == PROCESS_RUNNING && process_cpu_now(&p) > SECONDS_SUMMARY)
                process_kill(&p);
        }
    if (p.end == PROCESS_EXITED && p.output.size >= sizeof end) {
        memcpy(&end, p.output.data, sizeof end);
        text_append_bytes(out, p.output.data + sizeof end, p.output.size - sizeof end);
    }
    process_free(&p);
    return end.too_large && !interrupted() ? show_outline(o, budget, out) : end.status;
}

static int work(const struct options *o, const struct budget *budget, struct text *out)
{
    return o->outline ? show_outline(o, budget, out) : o->summary ? summarise(o, budget, out) : show_closely(o, budget, out, NULL);
}

int command_show(const struct options *o)
{
    if (is_compile_database(o->files.data[0]))
        return verify_all(o);
    const char *failure;
    int status = supervise(o, work, &failure);
    if (!failure)
        return status;
    log_error("%s", failure);
    return status;
}
