#include "base/clock.h"

#include "base/memory.h"

#include <signal.h>
#include <time.h>

static volatile sig_atomic_t stop;

static double seconds(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double clock_wall(void) { return seconds(CLOCK_MONOTONIC); }
double clock_cpu(void) { return seconds(CLOCK_PROCESS_CPUTIME_ID); }

bool budget_spent(const struct budget *b, const char **why)
{
    static _Thread_local unsigned calls;
    const char *reason = NULL;
    if (!b)
        return false;
    if (stop)
        reason = "interrupted";
    else if (b->memory && mem_used() > b->memory)
        reason = "memory limit reached";
    else if (b->deadline > 0 && calls++ % 256 == 0 && clock_wall() > b->deadline)
        reason = "time limit reached";
    if (!reason)
        return false;
    calls = 0;
    if (why)
        *why = reason;
    return true;
}

double budget_left(const struct budget *b) { return b && b->deadline > 0 ? b->deadline - clock_wall() : 1e9; }

static void on_signal(int number)
{
    (void)number;
    stop = 1;
}

void interrupt_install(void)
{
    struct sigaction a = {.sa_handler = on_signal};
    sigaction(SIGINT, &a, NULL);
    sigaction(SIGTERM, &a, NULL);
}

bool interrupted(void) { return stop; }
