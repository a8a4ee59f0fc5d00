/* Works on this machine, so many at a time. */
#include "base/effort.h"
#include "base/log.h"
#include "runner/runner_parts.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

enum { MOST_AT_A_TIME = 1024 };

static void finish(struct run *run, struct work *w)
{
    if (run->folder && w->process.end != PROCESS_INTERRUPTED && !w->process.interrupt_sent && !result_write(run->folder, w))
        log_warning("cannot keep a result in %s: %s", run->folder, strerror(errno));
    run_end(run, w);
}

static void stop(struct work *const active[], unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        process_kill(&active[i]->process);
        process_finish(&active[i]->process);
    }
}

/* After Ctrl-C those that run may end by themselves. */
static bool is_late(const struct run *run) { return run->runner->deadline > 0 && clock_wall() > run->runner->deadline; }

bool run_locally(struct run *run)
{
    struct work *active[MOST_AT_A_TIME];
    struct process *processes[MOST_AT_A_TIME];
    unsigned n = 0;
    uint32_t next = 0;
    assert(run->runner->at_a_time && run->runner->at_a_time <= MOST_AT_A_TIME);
    while (run->left && !run->stopped && !is_late(run)) {
        for (; n < run->runner->at_a_time && next < run->count && !interrupted(); next++)
            if (!run->works[next].ended) {
                work_start(&run->works[next]);
                active[n++] = &run->works[next];
            }
        if (!n)
            return true;
        for (unsigned i = 0; i < n; i++)
            processes[i] = &active[i]->process;
        process_poll(processes, n, CLOCK_WORK_WATCH);
        for (unsigned i = 0; i < n && !run->stopped;)
            if (active[i]->process.pid <= 0) {
                struct work *w = active[i];
                active[i] = active[--n];
                finish(run, w);
            } else {
                i++;
            }
    }
    stop(active, n);
    return true;
}
