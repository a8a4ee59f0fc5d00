#include "portfolio/remote.h"

#include "base/effort.h"
#include "base/log.h"
#include "base/self.h"
#include "program/print.h"
#include "runner/slurm_calls.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

static const char MARK[] = "heddle answers ";
enum { HEAD = sizeof MARK - 1 + SHA256_HEX }; /* the mark, the hash, a newline */

/* Of the program, and of who reads it. */
static void hash_of(const struct program *p, char hex[SHA256_HEX])
{
    struct text t = {0};
    add_build_id(&t);
    print_program(&t, p);
    sha256_hex(text_string(&t), t.size, hex);
    text_free(&t);
}

/* --- here --- */

static const char *job_name(struct arena *words) { return arena_printf(words, "heddle-verify-%ld", (long)getpid()); }

static const char *no_output(void *context, const char *path)
{
    (void)context, (void)path;
    return NULL;
}

/* The options without what only one of all can do: write reports, keep answers, start others. */
static void push_options(const struct contest *c, string_vector *argv, struct arena *words)
{
    struct options own = *c->pipeline->options; /* shares the vectors */
    options_rename_outputs(&own, no_output, NULL);
    own.on = "local";
    own.cache = NULL;
    own.explain = own.stats = false;
    own.engine = "auto";
    own.parts = own.engine_jobs = 1;
    own.timeout = 0;
    own.command = COMMAND_VERIFY;
    options_forward(&own, COMMAND_VERIFY, argv, words);
}

bool remote_start(struct contest *c, struct entrant *e)
{
    struct arena *words = &c->pipeline->words;
    string_vector argv = {0};
    struct text self = {0};
    double left = c->limits.deadline > 0 ? budget_left(&c->limits) - CLOCK_REMOTE_EARLY : 0;
    struct budget outer = {.deadline = c->limits.deadline > 0 ? c->limits.deadline + CLOCK_KILL : 0};
    add_own_path(&self);
    vector_push(&argv, "srun");
    vector_push(&argv, "--quiet");
    vector_push(&argv, "--quit-on-interrupt");
    vector_push(&argv, "--ntasks=1");
    vector_push(&argv, "--cpus-per-task=1");
    vector_push(&argv, arena_printf(words, "--job-name=%s", job_name(words)));
    if (c->limits.memory)
        vector_push(&argv, arena_printf(words, "--mem=%zuM", c->limits.memory >> 20));
    if (left > 0)
        vector_push(&argv, arena_printf(words, "--time=%u", (unsigned)(left / 60) + 2));
    vector_push(&argv, arena_strdup(words, text_string(&self)));
    vector_push(&argv, "verify");
    push_options(c, &argv, words);
    vector_push(&argv, arena_printf(words, "--entrant=%s:%u/%u:%u", e->engine->name, e->part, e->parts, c->pipeline->needs));
    if (c->limits.deadline > 0)
        vector_push(&argv, arena_printf(words, "--timeout=%.3f", left > CLOCK_REMOTE_EARLY ? left : CLOCK_REMOTE_EARLY));
    vector_push(&argv, "--");
    vector_each(const char *const *, f, &c->pipeline->options->files)
        vector_push(&argv, *f);
    vector_push(&argv, NULL);
    bool ok = process_start(&e->process, argv.data, &outer);
    vector_free(&argv);
    text_free(&self);
    return ok;
}

bool remote_begins(struct contest *c, struct entrant *e, size_t *size)
{
    char hex[SHA256_HEX];
    const struct text *all = &e->process.output;
    *size = HEAD;
    if (all->size < HEAD || memcmp(all->data, MARK, sizeof MARK - 1))
        return false;
    hash_of(e->version->program, hex);
    bool same = !memcmp(all->data + sizeof MARK - 1, hex, SHA256_HEX - 1);
    if (!same && !e->stranger)
        log_warning("a node sees another program than this machine; what engine %s says there does not count", e->engine->name);
    e->stranger |= !same;
    (void)c;
    return same;
}

void remote_end(struct contest *c) { slurm_cancel_named(job_name(&c->pipeline->words)); }

/* --- on a node --- */

struct place {
    char engine[32];
    unsigned part, parts, needs;
};

static bool read_place(const char *s, struct place *p)
{
    int end = 0;
    bool ok = sscanf(s, "%31[a-z]:%u/%u:%u%n", p->engine, &p->part, &p->parts, &p->needs, &end) == 4 && !s[end];
    return ok && engine_find(p->engine) && p->part < p->parts && p->parts <= MOST_PARTS && !(p->parts & (p->parts - 1));
}

bool remote_serve(const struct options *o, const struct budget *budget, int fd, const char **error, struct arena *words)
{
    struct pipeline l;
    struct place p;
    char hex[SHA256_HEX];
    if (!read_place(o->entrant, &p)) {
        *error = arena_printf(words, "--entrant: no engine and part: '%s'", o->entrant);
        return false;
    }
    bool ok = pipeline_load(&l, o, budget, error);
    if (ok) {
        l.needs = p.needs;
        pipeline_passes(&l);
        hash_of(l.small, hex);
        struct text head = {0};
        text_printf(&head, "%s%s\n", MARK, hex);
        ok = write_all(fd, text_string(&head), head.size);
        text_free(&head);
        struct entrant e = {.engine = engine_find(p.engine), .part = p.part, .parts = p.parts};
        e.task = (struct task){
            .program = l.small, .options = o, .budget = *budget, .wants_proof = true, .part = p.part, .parts = p.parts};
        const struct reason *why = NULL;
        if (e.engine->suits(l.small, &why))
            entrant_serve(&e, fd);
    } else {
        *error = arena_strdup(words, *error);
    }
    pipeline_free(&l);
    return ok;
}
