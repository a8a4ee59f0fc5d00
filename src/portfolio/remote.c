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

void program_identity(const struct program *p, char hex[SHA256_HEX])
{
    struct text t = {0};
    add_build_id(&t);
    print_program(&t, p);
    sha256_hex(text_string(&t), t.size, hex);
    text_free(&t);
}

/* --- here --- */

/* Nobody else's: somebody may have started another heddle on another machine. */
static const char *job_name(struct arena *words)
{
    char host[128] = "";
    gethostname(host, sizeof host - 1);
    return arena_printf(words, "heddle-verify-%s-%ld", host, (long)getpid());
}

static const char *no_output(void *context, const char *path)
{
    (void)context, (void)path;
    return NULL;
}

void remote_options(const struct options *o, string_vector *argv, struct arena *words)
{
    assert(!o->entrant && !o->group);
    struct options own = *o; /* shares the vectors */
    options_rename_outputs(&own, no_output, NULL);
    own.on = "local";
    own.hosts = NULL;
    own.cache = own.news = NULL;
    own.explain = own.stats = false;
    own.engine = "auto";
    own.parts = own.engine_jobs = 1;
    own.timeout = 0;
    own.command = COMMAND_VERIFY;
    options_forward(&own, COMMAND_VERIFY, argv, words);
}

static bool by_ssh(const struct contest *c) { return !strcmp(c->pipeline->options->on, "ssh"); }

void remote_begin(struct contest *c)
{
    const struct options *o = c->pipeline->options;
    const char *error;
    c->jobs = 2 * MOST_ENTRANTS; /* Slurm decides how many there are */
    if (by_ssh(c) && hosts_parse(o->hosts, &c->hosts, &error, &c->pipeline->words))
        c->jobs = hosts_slots(&c->hosts);
    if (o->engine_jobs)
        c->jobs = (uint32_t)o->engine_jobs;
}

/* The one with most room, but not one that has just lost it, or that others could not reach. */
static uint32_t choose_host(const struct contest *c, const struct entrant *e)
{
    uint32_t best = 0;
    int64_t most = INT64_MIN;
    for (uint32_t h = 0; h < c->hosts.size; h++) {
        int64_t room = c->hosts.data[h].slots;
        for (uint32_t i = 0; i < c->count; i++)
            room -= &c->entrants[i] != e && c->entrants[i].standing == RUNNING && c->entrants[i].host == h;
        room -= (e->lost && e->host == h) || c->hosts.data[h].failures ? HOST_SLOTS : 0;
        if (room > most)
            most = room, best = h;
    }
    return best;
}

static void push_srun(const struct contest *c, double left, string_vector *argv, struct arena *words)
{
    struct text self = {0};
    vector_push(argv, "srun");
    vector_push(argv, "--quiet");
    vector_push(argv, "--quit-on-interrupt");
    vector_push(argv, "--ntasks=1");
    vector_push(argv, "--cpus-per-task=1");
    vector_push(argv, arena_printf(words, "--job-name=%s", job_name(words)));
    if (c->limits.memory)
        vector_push(argv, arena_printf(words, "--mem=%zuM", c->limits.memory >> 20));
    if (left > 0)
        vector_push(argv, arena_printf(words, "--time=%u", (unsigned)(left / 60) + 2));
    add_own_path(&self);
    vector_push(argv, arena_strdup(words, text_string(&self)));
    text_free(&self);
}

bool remote_start(struct contest *c, struct entrant *e)
{
    struct arena *words = &c->pipeline->words;
    string_vector command = {0}, argv = {0};
    double left = c->limits.deadline > 0 ? budget_left(&c->limits) - CLOCK_REMOTE_EARLY : 0;
    struct budget outer = {.deadline = c->limits.deadline > 0 ? c->limits.deadline + CLOCK_KILL : 0};
    vector_push(&command, "verify");
    remote_options(c->pipeline->options, &command, words);
    vector_push(&command, arena_printf(words, "--entrant=%s:%u/%u:%u", e->engine->name, e->part, e->parts, c->pipeline->needs));
    if (c->limits.deadline > 0)
        vector_push(&command, arena_printf(words, "--timeout=%.3f", left > CLOCK_REMOTE_EARLY ? left : CLOCK_REMOTE_EARLY));
    vector_push(&command, "--");
    vector_each(const char *const *, f, &c->pipeline->options->files)
        vector_push(&command, *f);
    if (by_ssh(c)) {
        e->host = choose_host(c, e);
        host_command(&c->hosts.data[e->host], &command, &argv, words);
    } else {
        push_srun(c, left, &argv, words);
        vector_each(const char *const *, word, &command)
            vector_push(&argv, *word);
    }
    vector_push(&argv, NULL);
    bool ok = process_start(&e->process, argv.data, &outer);
    vector_free(&command);
    vector_free(&argv);
    return ok;
}

bool remote_begins(struct contest *c, struct entrant *e, size_t *size)
{
    char hex[SHA256_HEX];
    const struct text *all = &e->process.output;
    *size = HEAD;
    if (all->size < HEAD || memcmp(all->data, MARK, sizeof MARK - 1))
        return false;
    program_identity(e->version->program, hex);
    bool same = !memcmp(all->data + sizeof MARK - 1, hex, SHA256_HEX - 1);
    if (!same && !e->stranger)
        log_warning("a node sees another program than this machine; what engine %s says there does not count", e->engine->name);
    e->stranger |= !same;
    (void)c;
    return same;
}

/* All engines may be told the same at once: once is enough. */
static void tell_once(struct contest *c, const char *words)
{
    vector_each(const char *const *, t, &c->told)
        if (!strcmp(*t, words))
            return;
    vector_push(&c->told, words);
    log_warning("%s", words);
}

void remote_lost(struct contest *c, struct entrant *e)
{
    struct arena *words = &c->pipeline->words;
    const struct process *p = &e->process;
    bool slurm = !by_ssh(c);
    e->unheard = slurm && slurm_is_silent(p);
    e->refused = slurm && slurm_refuses(p) ? arena_printf(words, "Slurm: %s", slurm_words(p, words)) : NULL;
    if (e->refused)
        tell_once(c, e->refused);
    else if (e->unheard)
        tell_once(c, "Slurm's controller does not answer; waiting for it");
    else if (p->errors.size)
        tell_once(
            c, arena_printf(words, "%s%s%s", slurm ? "" : c->hosts.data[e->host].name, slurm ? "" : ": ", slurm_words(p, words)));
    if (!slurm && !e->taken)
        c->hosts.data[e->host].failures++;
}

void remote_end(struct contest *c)
{
    vector_free(&c->told);
    if (!by_ssh(c))
        slurm_cancel_named(job_name(&c->pipeline->words));
    vector_free(&c->hosts);
}

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
        program_identity(l.small, hex);
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
