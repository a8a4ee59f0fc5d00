/* Works on a cluster with Slurm: job arrays whose elements run heddle work on a file each, results as files in a folder that all nodes
 * see.
 *
 * What counts is the file of a result, whoever wrote it. An element that is over without leaving all of its results (its node died, Slurm
 * ended it) costs what it had begun a try; a work has two. Slurm's controller may be away for a while: nothing is concluded from its
 * silence. */
#include "base/effort.h"
#include "base/log.h"
#include "base/printable.h"
#include "runner/elements.h"
#include "runner/slurm_calls.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ELEMENTS = 1000 }; /* of an array: Slurm's own limit, unless somebody has changed it */

struct slurm_job {
    struct element element;
    uint64_t job;
    uint32_t number;
    double over_since; /* since when it is known to be over; 0: it is not */
    bool settled;      /* nothing of it is expected any more */
};

struct session {
    struct run *run;
    VECTOR(struct slurm_job) elements;
    VECTOR(uint64_t) jobs;
    u32_vector waiting; /* works to be submitted */
    const char *name;   /* of the jobs */
    uint32_t batches;
    struct slurm_room room;
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
    const char *folder = elements_folder(run, s->batches++);
    struct slurm_array a = {.name = s->name, .folder = folder, .count = count, .cores = first->cores, .memory = memory_of(first)};
    uint32_t before = s->elements.size;
    bool ok = folder != NULL;
    a.at_a_time = run->runner->at_a_time > 1 ? run->runner->at_a_time : 0;
    for (uint32_t i = 0; i < count && ok; i++) {
        struct slurm_job j = {.number = i + 1};
        ok = element_write(run, &c->data[from + i], folder, i + 1, &j.element);
        vector_push(&s->elements, j);
        a.seconds = j.element.longest > a.seconds ? j.element.longest : a.seconds;
    }
    a.seconds = s->room.longest > 0 && a.seconds > s->room.longest ? s->room.longest : a.seconds;
    uint64_t job = ok ? submit_patiently(s, &a) : 0;
    if (!job)
        return run->error == NULL;
    log_info("job %llu: %u elements", (unsigned long long)job, count);
    vector_push(&s->jobs, job);
    for (uint32_t i = before; i < s->elements.size; i++)
        s->elements.data[i].job = job;
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
        struct chunk_room room = {s->room.cores / (first->cores ? first->cores : 1), s->room.longest};
        chunks_make(&c, s->run->works, &group, &room);
        for (uint32_t at = 0; at < c.size && ok; at += MOST_ELEMENTS)
            ok = submit_array(s, &c, at, c.size - at < MOST_ELEMENTS ? c.size - at : MOST_ELEMENTS);
        chunks_free(&c);
        vector_free(&group);
        vector_free(&s->waiting);
        memcpy(&s->waiting, &rest, sizeof rest);
    }
    return ok;
}

/* --- elements that are over --- */

static const struct slurm_element *find(const slurm_elements *all, const struct slurm_job *e)
{
    vector_each(const struct slurm_element *, x, all)
        if (x->job == e->job && x->element == e->number)
            return x;
    return NULL;
}

/* The first line of what the element printed: a node without heddle, a folder that cannot be written. */
static const char *last_words(struct session *s, const struct slurm_job *e)
{
    struct text t = {0};
    text_read_regular_file(&t, arena_printf(s->run->words, "%s.log", e->element.file));
    const char *line = arena_strndup(s->run->words, text_string(&t), strcspn(text_string(&t), "\n"));
    text_free(&t);
    return printable(line, PRINTABLE_WORDS, s->run->words);
}

/* What Slurm says of an element. One that it has forgotten is over; so is one that it holds: nobody here can release it. */
static void judge(struct session *s, struct slurm_job *e, const struct slurm_element *x)
{
    struct run *run = s->run;
    if (x && x->state == SLURM_REFUSED) {
        run->error = arena_printf(run->words, "Slurm does not start job %llu: %s", (unsigned long long)e->job, x->word);
        return;
    }
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
    const char *how = x ? x->word : "it is not in the queue", *said = last_words(s, e);
    if (x && x->state == SLURM_HELD)
        slurm_cancel_jobs(arena_printf(run->words, "%llu_%u", (unsigned long long)e->job, e->number));
    log_warning("job %llu_%u is over (%s) without all of its results%s%s", (unsigned long long)e->job, e->number, how,
                *said ? ": " : "", said);
    bool ended = x && (x->state == SLURM_ENDED || x->state == SLURM_PREEMPTED);
    element_lose(run, &e->element, ended ? arena_printf(run->words, "Slurm ended it: %s", how) : "node failure",
                 x && x->state == SLURM_PREEMPTED, &s->waiting);
}

static void look(struct session *s)
{
    struct text jobs = {0};
    struct arena words = ARENA_EMPTY; /* of this look: there are many */
    slurm_elements now = {0};
    for (uint32_t i = 0; i < s->jobs.size; i++)
        text_printf(&jobs, "%s%llu", i ? "," : "", (unsigned long long)s->jobs.data[i]);
    s->looked = clock_wall();
    bool answers = slurm_look(text_string(&jobs), &now, &words);
    if (!answers && !s->silent)
        log_warning("Slurm's controller does not answer; waiting for it");
    s->silent = !answers;
    for (uint32_t i = 0; i < s->elements.size && answers; i++) {
        struct slurm_job *e = &s->elements.data[i];
        if (e->settled)
            continue;
        if (element_is_done(s->run, &e->element))
            e->settled = true;
        else
            judge(s, e, find(&now, e));
    }
    vector_free(&now);
    text_free(&jobs);
    arena_release(&words);
}

/* --- the whole --- */

static void release(struct session *s)
{
    if (s->run->left && s->jobs.size)
        slurm_cancel_named(s->name);
    elements_remove(s->run->folder);
    vector_each(struct slurm_job *, e, &s->elements)
        element_free(&e->element);
    vector_free(&s->elements);
    vector_free(&s->jobs);
    vector_free(&s->waiting);
}

bool run_on_slurm(struct run *run)
{
    char hex[SHA256_HEX];
    struct session s = {.run = run};
    if (!slurm_room(&s.room, &run->error, run->words))
        return false;
    sha256_hex(run->folder, strlen(run->folder), hex);
    s.name = arena_printf(run->words, "heddle-%.12s", hex);
    slurm_cancel_named(s.name); /* what a run left behind that was killed */
    elements_remove(run->folder);
    for (uint32_t i = 0; i < run->count; i++)
        if (!run->works[i].ended)
            vector_push(&s.waiting, i);
    bool ok = true;
    while (ok && run_goes_on(run)) {
        if (!(ok = submit(&s)))
            break;
        pause_for(CLOCK_RESULTS_WATCH);
        elements_collect(run);
        if (run_goes_on(run) && clock_wall() - s.looked > CLOCK_QUEUE_WATCH)
            look(&s);
        ok = !run->error;
    }
    release(&s);
    return ok;
}
