#include "base/clock.h"

#include "base/memory.h"

#include <assert.h>
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

struct budget budget_part(const struct budget *b, uint64_t steps)
{
    struct budget part = *b;
    uint64_t now = effort_so_far(), end = steps < UINT64_MAX - now ? now + steps : UINT64_MAX;
    part.effort = b->effort && b->effort < end ? b->effort : end;
    return part;
}

/* What is left of the time limit's worth. Whoever did more than was to be hoped for may hope for some more. */
static uint64_t worth_left(const struct budget *b)
{
    uint64_t now = effort_so_far(), least = b->worth / 8;
    return !b->worth ? UINT64_MAX : b->worth > now + least ? b->worth - now : least;
}

struct budget budget_share(const struct budget *b, double share)
{
    assert(share >= 0 && share <= 1);
    return b->worth ? budget_part(b, (uint64_t)(share * (double)worth_left(b))) : *b;
}

uint64_t budget_effort(const struct budget *b, uint64_t most, double share)
{
    if (!b)
        return most;
    uint64_t now = effort_so_far(), left = !b->effort ? UINT64_MAX : b->effort > now ? b->effort - now : 0;
    left = left < worth_left(b) ? left : worth_left(b);
    uint64_t part = left == UINT64_MAX ? left : (uint64_t)(share * (double)left);
    return part < most ? part : most;
}

const char *limit_words(enum limit l)
{
    static const char *const words[] = {NULL, "time limit reached", "memory limit reached", "interrupted", "effort spent"};
    return words[l];
}

enum limit budget_spent(const struct budget *b)
{
    static _Thread_local unsigned calls;
    enum limit l = LIMIT_NONE;
    effort_spend(1);
    if (!b)
        return l;
    if (stop)
        l = LIMIT_INTERRUPT;
    else if (b->memory && mem_used() > b->memory)
        l = LIMIT_MEMORY;
    else if (b->effort && effort_so_far() >= b->effort)
        l = LIMIT_EFFORT;
    else if (b->deadline > 0 && calls++ % 256 == 0 && clock_wall() > b->deadline)
        l = LIMIT_TIME;
    if (l)
        calls = 0;
    return l;
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
