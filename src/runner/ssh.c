/* Works on machines that are reached by ssh: each has some slots, a slot runs heddle work on one file of works after the other. Results are files in a
 * folder that all of them see.
 *
 * A connection that breaks costs what was begun there a try; a machine that fails twice in a row without a result is not asked again. */
#include "base/effort.h"
#include "base/log.h"
#include "base/printable.h"
#include "runner/elements.h"
#include "runner/hosts.h"

#include <assert.h>
#include <string.h>

enum { MOST_FAILURES = 2, MOST_PROCESSES = 1024 };

struct slot {
    uint32_t host;
    bool busy;
    struct element element;
    struct process process;
    double over_since; /* when the process ended; 0: it runs */
};

struct session {
    struct run *run;
    host_list hosts;
    double *failed; /* of each host, when the last failure was noticed */
    VECTOR(struct slot) slots;
    chunks chunks;
    uint32_t next;      /* of the chunks */
    u32_vector waiting; /* works that were lost: in chunks when the others are under way */
    const char *folder; /* of files of works */
    uint32_t files;
};

static bool is_given_up(const struct session *s, uint32_t host) { return s->hosts.data[host].failures >= MOST_FAILURES; }

/* --- giving away --- */

static void make_chunks(struct session *s, u32_vector *works)
{
    struct chunk_room room = {hosts_slots(&s->hosts), 0};
    chunks_free(&s->chunks);
    chunks_make(&s->chunks, s->run->works, works, &room);
    vector_clear(works);
    s->next = 0;
}

static bool start(struct session *s, struct slot *slot)
{
    struct arena *words = s->run->words;
    string_vector command = {0}, argv = {0};
    const struct chunk *c = &s->chunks.data[s->next++];
    if (!element_write(s->run, c, s->folder, ++s->files, &slot->element))
        return false;
    vector_push(&command, "work");
    vector_push(&command, slot->element.file);
    host_command(&s->hosts.data[slot->host], &command, &argv, words);
    vector_push(&argv, NULL);
    struct budget limits = {.deadline = c->longest > 0 ? clock_wall() + c->longest + CLOCK_WORK_KILL : 0};
    process_start(&slot->process, argv.data, &limits);
    slot->busy = true;
    slot->over_since = 0;
    vector_free(&command);
    vector_free(&argv);
    return true;
}

static bool fill(struct session *s)
{
    vector_each(struct slot *, slot, &s->slots) {
        if (s->next == s->chunks.size && s->waiting.size)
            make_chunks(s, &s->waiting);
        if (s->next == s->chunks.size)
            break;
        if (!slot->busy && !is_given_up(s, slot->host) && !start(s, slot))
            return false;
    }
    return true;
}

/* --- coming back --- */

static void release_slot(struct slot *slot)
{
    element_free(&slot->element);
    process_free(&slot->process);
    slot->busy = false;
}

static void fail(struct session *s, struct slot *slot)
{
    const struct process *p = &slot->process;
    const char *name = s->hosts.data[slot->host].name, *said = text_string(&p->errors);
    const char *line = arena_strndup(s->run->words, said, strcspn(said, "\r\n"));
    log_warning("%s: not all results came back%s%s", name, *line ? ": " : "", printable(line, PRINTABLE_WORDS, s->run->words));
    bool again = p->started > s->failed[slot->host]; /* what ended with the same connection, or machine, failed once */
    s->failed[slot->host] = clock_wall();
    s->hosts.data[slot->host].failures += again;
    if (again && is_given_up(s, slot->host))
        log_warning("%s is not asked any more", name);
    element_lose(s->run, &slot->element, "node failure", false, &s->waiting);
}

/* A file may be seen a while after it was written. */
static void look_at(struct session *s, struct slot *slot)
{
    bool done = element_is_done(s->run, &slot->element);
    if (slot->process.pid > 0)
        return;
    if (slot->over_since == 0)
        slot->over_since = clock_wall();
    if (!done && clock_wall() - slot->over_since < CLOCK_RESULT_DELAY)
        return;
    if (done)
        s->hosts.data[slot->host].failures = 0;
    else
        fail(s, slot);
    release_slot(slot);
}

static void wait_for_news(struct session *s)
{
    struct process *all[MOST_PROCESSES];
    unsigned n = 0;
    vector_each(struct slot *, slot, &s->slots)
        if (slot->busy && slot->process.pid > 0 && n < MOST_PROCESSES)
            all[n++] = &slot->process;
    if (n)
        process_poll(all, n, CLOCK_RESULTS_WATCH);
    else
        pause_for(CLOCK_RESULTS_WATCH);
    elements_collect(s->run);
    vector_each(struct slot *, slot, &s->slots)
        if (slot->busy)
            look_at(s, slot);
}

static bool anybody_is_there(const struct session *s)
{
    for (uint32_t i = 0; i < s->hosts.size; i++)
        if (!is_given_up(s, i))
            return true;
    return false;
}

/* --- the whole --- */

static void begin(struct session *s)
{
    s->failed = ARENA_ARRAY(s->run->words, double, s->hosts.size + 1);
    for (uint32_t i = 0; i < s->hosts.size; i++)
        for (unsigned k = 0; k < s->hosts.data[i].slots && s->slots.size < MOST_PROCESSES; k++)
            vector_push(&s->slots, (struct slot){.host = i});
    for (uint32_t i = 0; i < s->run->count; i++)
        if (!s->run->works[i].ended)
            vector_push(&s->waiting, i);
    make_chunks(s, &s->waiting);
}

static void end(struct session *s)
{
    vector_each(struct slot *, slot, &s->slots) {
        if (!slot->busy)
            continue;
        process_kill(&slot->process);
        process_finish(&slot->process);
        release_slot(slot);
    }
    elements_remove(s->run->folder);
    vector_free(&s->slots);
    vector_free(&s->hosts);
    vector_free(&s->waiting);
    chunks_free(&s->chunks);
}

bool run_by_ssh(struct run *run)
{
    struct session s = {.run = run};
    assert(run->folder);
    if (!hosts_parse(run->runner->hosts ? run->runner->hosts : "", &s.hosts, &run->error, run->words))
        return false;
    elements_remove(run->folder);
    s.folder = elements_folder(run, 0);
    bool ok = s.folder != NULL;
    begin(&s);
    while (ok && run_goes_on(run)) {
        ok = fill(&s);
        if (ok)
            wait_for_news(&s);
        if (ok && run_goes_on(run) && !anybody_is_there(&s)) {
            run->error = "none of the machines answers";
            ok = false;
        }
    }
    end(&s);
    return ok;
}
