#include "runner/runner.h"

#include "base/log.h"
#include "runner/hosts.h"
#include "runner/runner_parts.h"
#include "runner/slurm_calls.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct {
    const char *name;
    bool (*run)(struct run *run);
    bool needs_folder;
} runners[] = {{"local", run_locally, false}, {"slurm", run_on_slurm, true}, {"ssh", run_by_ssh, true}};

void run_end(struct run *run, struct work *w)
{
    assert(!w->ended);
    w->ended = true;
    run->left--;
    if (!run->runner->ended(run->runner->context, w))
        run->stopped = true;
}

bool run_goes_on(const struct run *run)
{
    double end = run->runner->deadline;
    return run->left && !run->stopped && !interrupted() && (end <= 0 || clock_wall() < end);
}

/* What was done before. */
static void take_known(struct run *run)
{
    uint32_t known = 0;
    for (uint32_t i = 0; i < run->count && !run->stopped; i++)
        if (result_read(run->folder, &run->works[i])) {
            known++;
            run_end(run, &run->works[i]);
        }
    if (known)
        log_info("%u of %u results are in %s already", known, run->count, run->folder);
}

/* Whoever has the folder has it alone: its jobs are called by its name. Returns a file to close, or -1. */
static int open_folder(struct run *run)
{
    const char *path = run->runner->results;
    char whole[PATH_MAX];
    if ((mkdir(path, 0777) != 0 && errno != EEXIST) || !realpath(path, whole)) {
        run->error = arena_printf(run->words, "cannot make the folder %s: %s", path, strerror(errno));
        return -1;
    }
    run->folder = arena_strdup(run->words, whole);
    int fd = open(arena_printf(run->words, "%s/lock", whole), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) != 0) {
        run->error = errno == EWOULDBLOCK ? arena_printf(run->words, "%s: another heddle puts its results there", path)
                                          : arena_printf(run->words, "cannot use the folder %s: %s", path, strerror(errno));
        if (fd >= 0)
            close(fd);
        return -1;
    }
    return fd;
}

static void empty_folder(struct run *run)
{
    struct text path = {0};
    for (uint32_t i = 0; i < run->count; i++) {
        text_clear(&path);
        result_path(&path, run->folder, &run->works[i]);
        unlink(text_string(&path));
        if (run->works[i].file)
            unlink(run->works[i].file);
    }
    text_clear(&path);
    text_printf(&path, "%s/lock", run->folder);
    unlink(text_string(&path));
    rmdir(run->folder);
    text_free(&path);
}

bool run_works(const struct runner *r, struct work *works, uint32_t count, const char **error, struct arena *words)
{
    struct run run = {.runner = r, .works = works, .count = count, .left = count, .words = words};
    unsigned kind = 0;
    while (strcmp(runners[kind].name, r->on))
        kind++;
    assert(r->results || !runners[kind].needs_folder);
    for (uint32_t i = 0; i < count; i++)
        work_name(&works[i]);
    int lock = r->results ? open_folder(&run) : -1;
    bool ok = !r->results || lock >= 0;
    if (ok && r->results)
        take_known(&run);
    if (ok && run.left && !run.stopped)
        ok = runners[kind].run(&run);
    if (lock >= 0 && (r->discard || (!r->keep && (!run.left || run.stopped) && ok)))
        empty_folder(&run);
    if (lock >= 0)
        close(lock);
    *error = run.error;
    return ok;
}

unsigned runner_slots(const char *on, const char *hosts)
{
    struct arena words = ARENA_EMPTY;
    host_list list = {0};
    const char *error;
    struct slurm_room room;
    unsigned slots = process_cores();
    if (!strcmp(on, "slurm") && slurm_room(&room, &error, &words))
        slots = room.cores;
    if (!strcmp(on, "ssh") && hosts_parse(hosts ? hosts : "", &list, &error, &words))
        slots = hosts_slots(&list);
    vector_free(&list);
    arena_release(&words);
    return slots;
}

void work_free(struct work *w)
{
    vector_free(&w->argv);
    vector_free(&w->inputs);
    process_free(&w->process);
}
