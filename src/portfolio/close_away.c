#include "portfolio/close_away.h"

#include "base/effort.h"
#include "base/log.h"
#include "base/process.h"
#include "base/self.h"
#include "portfolio/pipeline.h"
#include "portfolio/remote.h"
#include "runner/runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Of the pairs, and of who looks at them. */
static void hash_of(const struct survey *s, char hex[SHA256_HEX])
{
    struct text t = {0};
    add_build_id(&t);
    vector_each(const struct wide_pair *, p, &s->wide->pairs) {
        const struct position *a = &s->outline->steps.data[p->a].pos, *b = &s->outline->steps.data[p->b].pos;
        text_printf(&t, "%u %u:%u %u %u:%u %u %u\n", p->a, a->line, a->column, p->b, b->line, b->column, p->variable, p->reason);
    }
    sha256_hex(text_string(&t), t.size, hex);
    text_free(&t);
}

/* --- here --- */

/* "12-15,18": they are in order, and mostly follow each other. */
static void print_pairs(struct text *t, const u32_vector *pairs)
{
    for (uint32_t i = 0; i < pairs->size; i++) {
        uint32_t first = pairs->data[i], last = first;
        while (i + 1 < pairs->size && pairs->data[i + 1] == last + 1)
            last = pairs->data[++i];
        text_printf(t, "%s%u-%u", i && t->size && t->data[t->size - 1] != ':' ? "," : "", first, last);
    }
}

struct away {
    struct close *close;
    close_groups *groups;
    const struct budget *limits;
    const struct work *works;
};

/* What a node sent is checked in a process of its own: it was made by somebody else. */
static void check_sent(struct away *a, struct close_group *g, const struct text *sent)
{
    struct process p;
    double left = a->limits->deadline > 0 ? budget_left(a->limits) : CLOCK_CLOSE_CHECK;
    g->sent = sent;
    g->limits = (struct budget){.deadline = clock_wall() + left, .memory = a->limits->memory};
    struct budget outer = {.deadline = g->limits.deadline + CLOCK_CHECK_KILL, .memory = a->limits->memory};
    if (process_fork(&p, close_group, g, &outer))
        process_finish(&p);
    if (!close_take(a->close, g, &p.output) || p.end != PROCESS_EXITED) {
        const char *why = arena_printf(&a->close->arena, "what a node found was not checked: %s", process_end_words(&p));
        log_info("close: %s: %s", g->variable, why);
        vector_each(const uint32_t *, pair, &g->pairs)
            if (!a->close->pairs[*pair].words)
                a->close->pairs[*pair].words = why;
    }
    process_free(&p);
    g->sent = NULL;
}

static bool take(void *context, struct work *w)
{
    struct away *a = context;
    struct close_group *g = &a->groups->data[w - a->works];
    if (w->lost || w->process.end != PROCESS_EXITED || w->process.status)
        log_info("close: %s: %s%s", g->variable, w->lost ? w->lost : process_end_words(&w->process),
                 text_string(&w->process.errors));
    if (!w->lost)
        check_sent(a, g, &w->process.output);
    return true;
}

/* As long as it takes for all of them, one round after the other, to end in time. A node has to survey the program first. */
static double seconds_for(const close_groups *groups, const struct budget *limits, const struct options *o)
{
    unsigned slots = runner_slots(o->on, o->hosts);
    double rounds = (double)((groups->size + slots - 1) / slots), least = CLOCK_CLOSE_GROUP_LEAST + CLOCK_CLOSE_AWAY;
    if (limits->deadline <= 0)
        return CLOCK_CLOSE_GROUP + CLOCK_CLOSE_AWAY;
    double share = budget_left(limits) / rounds;
    return share > least ? share : least;
}

static void prepare(struct work *w, const struct close_group *g, const char *hash, double seconds, struct arena *words)
{
    const struct options *o = g->options;
    struct text t = {0};
    text_printf(&t, "--group=%s:%d:", hash, g->look);
    print_pairs(&t, &g->pairs);
    *w = (struct work){.timeout = seconds, .memory = o->memory, .cores = 1, .expected = seconds};
    vector_push(&w->argv, "verify");
    remote_options(o, &w->argv, words);
    vector_push(&w->argv, arena_strdup(words, text_string(&t)));
    vector_push(&w->argv, arena_printf(words, "--timeout=%.3f", seconds));
    vector_push(&w->argv, "--");
    vector_each(const char *const *, f, &o->files)
        vector_push(&w->argv, *f);
    text_free(&t);
}

void close_away(struct close *c, close_groups *groups, const struct budget *limits)
{
    struct arena words = ARENA_EMPTY;
    char hash[SHA256_HEX], host[128] = "";
    const char *error = NULL;
    if (!groups->size || budget_left(limits) <= 0)
        return;
    const struct close_group *first = &groups->data[0];
    const struct options *o = first->options;
    struct work *works = NEW_ARRAY(struct work, groups->size);
    struct budget looking = budget_share(limits, 1 - SHARE_CLOSE_CHECKS);
    double seconds = seconds_for(groups, &looking, o);
    hash_of(first->survey, hash);
    for (uint32_t i = 0; i < groups->size; i++)
        prepare(&works[i], &groups->data[i], hash, seconds, &words);
    gethostname(host, sizeof host - 1);
    struct away a = {c, groups, limits, works};
    struct runner r = {
        .on = o->on, .hosts = o->hosts, .at_a_time = 1, .deadline = looking.deadline, .discard = true, .ended = take};
    r.results = arena_printf(&words, "heddle.groups.%s.%ld", host, (long)getpid());
    r.context = &a;
    progress("looking %s at %u groups of pairs", first->look == LOOK_COARSELY ? "coarsely" : "closely", groups->size);
    if (!run_works(&r, works, groups->size, &error, &words))
        log_warning("%s", error);
    for (uint32_t i = 0; i < groups->size; i++)
        work_free(&works[i]);
    mem_free(works);
    arena_release(&words);
}

/* --- on a node --- */

static bool read_pairs(const char *s, u32_vector *pairs, uint32_t most)
{
    for (int end = 0; *s; s += end, s += *s == ',') {
        uint32_t first, last;
        if (sscanf(s, "%u-%u%n", &first, &last, &end) != 2 || first > last || last >= most || (s[end] && s[end] != ','))
            return false;
        for (uint32_t p = first; p <= last; p++)
            vector_push(pairs, p);
    }
    return pairs->size != 0;
}

/* NULL, or why not. */
static const char *read_group(const char *s, struct close_group *g)
{
    char hash[SHA256_HEX], own[SHA256_HEX];
    unsigned look;
    int at = 0;
    hash_of(g->survey, own);
    if (sscanf(s, "%64[0-9a-f]:%u:%n", hash, &look, &at) != 2 || !at || look > LOOK_AT_WHOLE)
        return "--group: no pairs of accesses";
    if (strcmp(hash, own))
        return "this machine sees another program than the one that asks";
    g->look = (enum close_look)look;
    return read_pairs(s + at, &g->pairs, g->survey->wide->pairs.size) ? NULL : "--group: no pairs of accesses";
}

bool close_serve(const struct options *o, const struct budget *budget, int fd, const char **error, struct arena *words)
{
    struct compiled compiled = {0};
    struct survey s = {0};
    struct close_group g = {
        .options = o, .survey = &s, .compiled = &compiled, .limits = *budget, .variable = "a group", .to_be_checked = true};
    bool ok = survey_run(&s, o, &compiled, budget, words, error);
    if (ok)
        *error = s.wide ? read_group(o->group, &g) : "--group: only races have pairs of accesses";
    ok = ok && !*error;
    if (ok) {
        if (g.limits.deadline > 0)
            g.limits.deadline -= CLOCK_CLOSE_LAST_WORDS;
        close_group(&g, fd);
    }
    vector_free(&g.pairs);
    survey_free(&s);
    compiled_free(&compiled);
    return ok;
}
