#include "base/clock.h"

#include "base/memory.h"

#include <signal.h>
#include <sys/resource.h>
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

double clock_cpu_of_all(void)
{
    enum { MICROSECONDS = 1000000 };
    struct rusage r;
    getrusage(RUSAGE_CHILDREN, &r);
    return clock_cpu() + (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) +
           (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec) / MICROSECONDS;
}

static _Thread_local uint64_t steps_so_far;

void effort_spend(uint64_t steps) { steps_so_far += steps; }
uint64_t effort_so_far(void) { return steps_so_far; }

struct budget budget_part(const struct budget *b, uint64_t steps)
{
    struct budget part = *b;
    uint64_t end = steps_so_far + steps;
    part.effort = b->effort && b->effort < end ? b->effort : end;
    return part;
}

struct budget budget_cpu(const struct budget *b, double seconds)
{
    struct budget part = *b;
    double end = clock_cpu() + seconds;
    part.cpu_end = b->cpu_end > 0 && b->cpu_end < end ? b->cpu_end : end;
    return part;
}

struct budget budget_share(const struct budget *b, double share)
{
    struct budget part = *b;
    if (b->deadline > 0)
        part.deadline -= (1 - share) * (b->deadline - clock_wall());
    return part;
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
    if (!b)
        return l;
    if (stop)
        l = LIMIT_INTERRUPT;
    else if (b->memory && mem_used() > b->memory)
        l = LIMIT_MEMORY;
    else if (b->effort && steps_so_far >= b->effort)
        l = LIMIT_EFFORT;
    else if ((b->deadline > 0 || b->cpu_end > 0) && calls++ % 256 == 0)
        l = b->deadline > 0 && clock_wall() > b->deadline ? LIMIT_TIME
            : b->cpu_end > 0 && clock_cpu() > b->cpu_end  ? LIMIT_EFFORT
                                                          : LIMIT_NONE;
    if (l)
        calls = 0;
    return l;
}

double budget_left(const struct budget *b)
{
    double left = b && b->deadline > 0 ? b->deadline - clock_wall() : 1e9;
    double cpu = b && b->cpu_end > 0 ? b->cpu_end - clock_cpu() : 1e9;
    return left < cpu ? left : cpu;
}

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
