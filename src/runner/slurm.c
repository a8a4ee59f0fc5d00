/* Works on a cluster with Slurm: job arrays whose elements run heddle work on a file each, results as files in a folder that all nodes
 * see.
 *
 * What counts is the file of a result, whoever wrote it. An element that is over without leaving all of its results (its node died, Slurm
 * ended it) costs what it had begun a try; a work has two. Slurm's controller may be away for a while: nothing is concluded from its
 * silence. */
#include "base/effort.h"
#include "base/log.h"
#include "base/map.h"
#include "base/printable.h"
#include "runner/chunks.h"
#include "runner/runner_parts.h"
#include "runner/slurm_calls.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fts.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* How often a work may be begun without coming to its end, and be given to nodes; and how many elements an array has. */
enum { MOST_TRIES = 2, MOST_SUBMITTED = 5, MOST_ELEMENTS = 1000 };

struct element {
    u32_vector works;
    const char *file; /* of works */
    uint64_t job;
    uint32_t number;
    double over_since; /* since when it is known to be over; 0: it is not */
    const char *how;   /* it ended, as Slurm says */
    bool settled;      /* nothing of it is expected any more */
    bool node_failed;
};

struct session {
    struct run *run;
    VECTOR(struct element) elements;
    VECTOR(uint64_t) jobs;
    u32_vector waiting; /* works to be submitted */
    const char *name;   /* of the jobs */
    uint32_t batches;
    unsigned cores;
    double looked;
    bool silent; /* Slurm did not answer when it was looked at last */
};

/* --- submitting --- */

static bool alike(const struct work *a, const struct work *b)
{
    return a->timeout == b->timeout && a->memory == b->memory && a->cores == b->cores;
}

/* Slurm's limit is for a node that hangs: heddle keeps its own. */
static uint64_t memory_of(const struct work *w)
{
    enum { OWN = 256 }; /* MB: those who watch, beside what is limited */
    return w->memory ? w->memory + OWN : 0;
}

static bool write_files(struct session *s, const chunks *c, uint32_t from, uint32_t count, const char *folder)
{
    if (mkdir(folder, 0777) != 0) {
        s->run->error = arena_printf(s->run->words, "cannot make the folder %s: %s", folder, strerror(errno));
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        const char *path = arena_printf(s->run->words, "%s/%u", folder, i + 1);
        if (!work_file_write(s->run, path, &c->data[from + i].works)) {
            s->run->error = arena_printf(s->run->words, "cannot write %s: %s", path, strerror(errno));
            return false;
        }
    }
    return true;
}

static void pause_for(double seconds)
{
    struct timespec t = {.tv_sec = (time_t)seconds, .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&t, NULL);
}

/* A controller that is being restarted is waited for. */
static uint64_t submit_patiently(struct session *s, const struct slurm_array *a)
{
    double end = clock_wall() + CLOCK_SUBMIT_PATIENCE;
    for (;;) {
        bool again = false;
        const char *error = NULL;
        uint64_t job = slurm_submit(a, &again, &error, s->run->words);
        if (job || interrupted())
            return job;
        if (!again || clock_wall() > end) {
            s->run->error = error;
            return 0;
        }
        log_warning("%s; trying again", error);
        pause_for(CLOCK_SUBMIT_AGAIN);
    }
}

static bool submit_array(struct session *s, const chunks *c, uint32_t from, uint32_t count)
{
    struct run *run = s->run;
    const struct work *first = &run->works[c->data[from].works.data[0]];
    const char *folder = arena_printf(run->words, "%s/batch.%ld.%u", run->folder, (long)getpid(), s->batches++);
    struct slurm_array a = {.name = s->name, .folder = folder, .count = count, .cores = first->cores, .memory = memory_of(first)};
    a.at_a_time = run->runner->at_a_time > 1 ? run->runner->at_a_time : 0;
    for (uint32_t i = from; i < from + count; i++)
        a.seconds = c->data[i].longest > a.seconds ? c->data[i].longest : a.seconds;
    uint64_t job = write_files(s, c, from, count, folder) ? submit_patiently(s, &a) : 0;
    if (!job)
        return run->error == NULL;
    log_info("job %llu: %u elements", (unsigned long long)job, count);
    vector_push(&s->jobs, job);
    for (uint32_t i = 0; i < count; i++) {
        struct element e = {.file = arena_printf(run->words, "%s/%u", folder, i + 1), .job = job, .number = i + 1};
        vector_each(const uint32_t *, w, &c->data[from + i].works) {
            vector_push(&e.works, *w);
            run->works[*w].submitted++;
        }
        vector_push(&s->elements, e);
    }
    return true;
}

/* Everything that waits, in arrays of works that are alike. False: run->error says why. */
static bool submit(struct session *s)
{
    bool ok = true;
    while (s->waiting.size && ok && !interrupted()) {
        u32_vector group = {0}, rest = {0};
        chunks c = {0};
        const struct work *first = &s->run->works[s->waiting.data[0]];
        vector_each(const uint32_t *, i, &s->waiting) {
            if (alike(first, &s->run->works[*i]))
                vector_push(&group, *i);
            else
                vector_push(&rest, *i);
        }
        chunks_make(&c, s->run->works, &group, s->cores / (first->cores ? first->cores : 1));
        for (uint32_t at = 0; at < c.size && ok; at += MOST_ELEMENTS)
            ok = submit_array(s, &c, at, c.size - at < MOST_ELEMENTS ? c.size - at : MOST_ELEMENTS);
        chunks_free(&c);
        vector_free(&group);
        vector_free(&s->waiting);
        memcpy(&s->waiting, &rest, sizeof rest);
    }
    return ok;
}

/* --- results --- */

static void names_in(const char *folder, struct intern *names)
{
    DIR *d = opendir(folder);
    for (const struct dirent *e; d && (e = readdir(d));)
        if (ends_with(e->d_name, ".result"))
            intern_add(names, e->d_name, strlen(e->d_name) - strlen(".result"), NULL);
    if (d)
        closedir(d);
}

static void collect(struct session *s)
{
    struct intern names = {0};
    names_in(s->run->folder, &names);
    for (uint32_t i = 0; i < s->run->count && !s->run->stopped; i++) {
        struct work *w = &s->run->works[i];
        if (!w->ended && intern_find(&names, w->name, strlen(w->name)) != INTERN_NONE && result_read(s->run->folder, w))
            run_end(s->run, w);
    }
    intern_free(&names);
}

static bool any_missing(const struct session *s, const struct element *e)
{
    vector_each(const uint32_t *, i, &e->works)
        if (!s->run->works[*i].ended)
            return true;
    return false;
}

/* --- elements that are over --- */

/* Whoever was begun has had a try, whoever was not has lost nothing. */
static void lose(struct session *s, struct element *e)
{
    struct text begun = {0}, path = {0};
    text_printf(&path, "%s.begun", e->file);
    text_read_regular_file(&begun, text_string(&path));
    vector_each(const uint32_t *, i, &e->works) {
        struct work *w = &s->run->works[*i];
        if (w->ended)
            continue;
        w->tries += strstr(text_string(&begun), w->name) != NULL;
        if (w->tries < MOST_TRIES && w->submitted < MOST_SUBMITTED) {
            vector_push(&s->waiting, *i);
            continue;
        }
        w->lost = e->node_failed ? "node failure" : arena_printf(s->run->words, "Slurm ended it: %s", e->how);
        run_end(s->run, w);
    }
    text_free(&begun);
    text_free(&path);
}

static const struct slurm_element *find(const slurm_elements *all, const struct element *e)
{
    vector_each(const struct slurm_element *, x, all)
        if (x->job == e->job && x->element == e->number)
            return x;
    return NULL;
}

/* The first line of what the element printed: a node without heddle, a folder that cannot be written. */
static const char *last_words(struct session *s, const struct element *e)
{
    struct text t = {0};
    text_read_regular_file(&t, arena_printf(s->run->words, "%s.log", e->file));
    const char *line = arena_strndup(s->run->words, text_string(&t), strcspn(text_string(&t), "\n"));
    text_free(&t);
    return printable(line, PRINTABLE_WORDS, s->run->words);
}

/* What Slurm says of an element. One that it has forgotten is over; so is one that it holds: nobody here can release it. */
static void judge(struct session *s, struct element *e, const struct slurm_element *x)
{
    if (x && x->state == SLURM_ALIVE) {
        e->over_since = 0;
        return;
    }
    if (e->over_since == 0) {
        e->over_since = clock_wall();
        return;
    }
    if (clock_wall() - e->over_since < CLOCK_RESULT_DELAY)
        return;
    e->settled = true;
    e->how = x ? x->word : "it is not in the queue";
    e->node_failed = !x || x->state != SLURM_ENDED;
    if (x && x->state == SLURM_HELD)
        slurm_cancel_jobs(arena_printf(s->run->words, "%llu_%u", (unsigned long long)e->job, e->number));
    const char *said = last_words(s, e);
    log_warning("job %llu_%u is over (%s) without all of its results%s%s", (unsigned long long)e->job, e->number, e->how,
                *said ? ": " : "", said);
    lose(s, e);
}

static void look(struct session *s)
{
    struct text jobs = {0};
    slurm_elements now = {0};
    for (uint32_t i = 0; i < s->jobs.size; i++)
        text_printf(&jobs, "%s%llu", i ? "," : "", (unsigned long long)s->jobs.data[i]);
    s->looked = clock_wall();
    bool answers = slurm_look(text_string(&jobs), &now, s->run->words);
    if (!answers && !s->silent)
        log_warning("Slurm's controller does not answer; waiting for it");
    s->silent = !answers;
    if (answers) {
        vector_each(struct element *, e, &s->elements) {
            if (e->settled)
                continue;
            if (!any_missing(s, e))
                e->settled = true;
            else
                judge(s, e, find(&now, e));
        }
    }
    vector_free(&now);
    text_free(&jobs);
}

/* --- the whole --- */

/* Files of works, of this run and of those before it that were killed. */
static void remove_batches(const char *folder)
{
    char *roots[] = {mem_strdup(folder), NULL};
    FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    for (FTSENT *e; tree && (e = fts_read(tree));) {
        bool batch = e->fts_level == 1 && starts_with(e->fts_name, "batch.");
        if (e->fts_info == FTS_D && e->fts_level == 1 && !batch)
            fts_set(tree, e, FTS_SKIP);
        else if (e->fts_level == 2)
            unlink(e->fts_path);
        else if (e->fts_info == FTS_DP && batch)
            rmdir(e->fts_path);
    }
    if (tree)
        fts_close(tree);
    mem_free(roots[0]);
}

static void release(struct session *s)
{
    if (s->run->left && s->jobs.size)
        slurm_cancel_named(s->name);
    remove_batches(s->run->folder);
    vector_each(struct element *, e, &s->elements)
        vector_free(&e->works);
    vector_free(&s->elements);
    vector_free(&s->jobs);
    vector_free(&s->waiting);
}

bool run_on_slurm(struct run *run)
{
    char hex[SHA256_HEX];
    struct session s = {.run = run, .cores = slurm_cores()};
    sha256_hex(run->folder, strlen(run->folder), hex);
    s.name = arena_printf(run->words, "heddle-%.12s", hex);
    slurm_cancel_named(s.name); /* what a run left behind that was killed */
    remove_batches(run->folder);
    for (uint32_t i = 0; i < run->count; i++)
        if (!run->works[i].ended)
            vector_push(&s.waiting, i);
    bool ok = true;
    while (run->left && !run->stopped && !interrupted() && (ok = submit(&s))) {
        pause_for(CLOCK_RESULTS_WATCH);
        collect(&s);
        if (run->left && !run->stopped && clock_wall() - s.looked > CLOCK_QUEUE_WATCH)
            look(&s);
    }
    release(&s);
    return ok;
}
