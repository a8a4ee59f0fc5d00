/* Runs a program many times, each time in a process of its own with other random delays, and says what was seen:
 *
 *   runs 200 ended 180 failed 15 hung 5 raced 0 late 0 died 0
 *
 * failed: an assertion failed. hung: every thread waits for a futex without a time limit, so nothing will ever happen again. raced:
 * ThreadSanitizer reports a data race (in a build with it). late: still running after the time limit; died: ended in another way; neither says
 * anything about the program. The program's main is called program_main, DELAY is native_delay();
 *
 *   program RUNS SEED [free]
 *
 * A run takes place on one CPU, unless free is asked for: then what is seen is a sequence of steps of the threads, whatever the
 * memory model of the machine. */
#define _GNU_SOURCE
#include "run.h"

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { FAILED = 41, RACED = 42, LIMIT_MS = 3000 };

int program_main(void);

/* --- delays --- */

static uint64_t run_seed;
static unsigned yield_in, sleep_in; /* one of so many delays is one */
static atomic_uint threads_seen;
static _Thread_local uint64_t state;

void native_delay(void)
{
    if (!state)
        state = (run_seed + atomic_fetch_add(&threads_seen, 1)) * UINT64_C(0x9e3779b97f4a7c15) | 1;
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    unsigned chance = (unsigned)(state >> 33);
    if (chance % sleep_in == 0)
        nanosleep(&(struct timespec){.tv_nsec = 1 + (chance >> 8) % 30000}, NULL);
    else if (chance % yield_in == 0)
        sched_yield();
}

static void choose_delays(void)
{
    static const unsigned rates[] = {2, 3, 5, 8, 20, 1000};
    state = run_seed * UINT64_C(0xd1342543de82ef95) | 1;
    yield_in = rates[(run_seed * 7 >> 1) % 6];
    sleep_in = rates[(run_seed * 5 >> 2) % 6] * 4;
}

/* --- the end of a run --- */

__attribute__((noreturn)) void __assert_fail(const char *text, const char *file, unsigned line, const char *function)
{
    (void)text, (void)file, (void)line, (void)function;
    _exit(FAILED);
}

/* ThreadSanitizer calls the first for every report; the second says which kind it is. */
void __tsan_on_report(void *report);
__attribute__((weak)) int __tsan_get_report_data(void *report, const char **description, int *count, int *stacks, int *accesses,
                                                 int *places, int *mutexes, int *threads, int *ids, void **sleep,
                                                 unsigned long size);
void __tsan_on_report(void *report)
{
    const char *kind = "";
    int n[7];
    void *sleep[1];
    if (__tsan_get_report_data)
        __tsan_get_report_data(report, &kind, &n[0], &n[1], &n[2], &n[3], &n[4], &n[5], &n[6], sleep, 1);
    if (!strcmp(kind, "data-race"))
        _exit(RACED);
}

/* Neither what a report says nor that deadlocks might be possible is of interest. */
const char *__tsan_default_options(void);
const char *__tsan_default_options(void)
{
    return "detect_deadlocks=0:symbolize=0:log_path=/dev/null:handle_segv=0:handle_abort=0:die_after_fork=0";
}

static void run(bool pinned)
{
    if (pinned) {
        cpu_set_t all, one;
        sched_getaffinity(0, sizeof all, &all);
        int count = CPU_COUNT(&all), wanted = (int)(run_seed % (unsigned)count), cpu = 0;
        while (!CPU_ISSET(cpu, &all) || wanted-- > 0)
            cpu++;
        CPU_ZERO(&one);
        CPU_SET(cpu, &one);
        sched_setaffinity(0, sizeof one, &one);
    }
    prctl(PR_SET_TIMERSLACK, 1);
    int null = open("/dev/null", O_WRONLY);
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    choose_delays();
    program_main();
    _exit(0);
}

/* --- hanging --- */

/* Adds to the signature what identifies this wait; false if the thread does not wait for ever. */
static bool waits_for_ever(const char *folder, const char *thread, uint64_t *signature)
{
    char path[300], line[256];
    unsigned long number, address, operation, value, limit;
    snprintf(path, sizeof path, "%s/%s/syscall", folder, thread);
    FILE *f = fopen(path, "r");
    bool futex = f && fscanf(f, "%lu 0x%lx 0x%lx 0x%lx 0x%lx", &number, &address, &operation, &value, &limit) == 5 &&
                 number == SYS_futex && limit == 0;
    if (f)
        fclose(f);
    if (!futex)
        return false;
    snprintf(path, sizeof path, "%s/%s/status", folder, thread);
    if (!(f = fopen(path, "r")))
        return false;
    bool killed = false; /* by the end of the process, which it may learn late */
    *signature = *signature * 31 + address;
    while (fgets(line, sizeof line, f)) {
        if (strstr(line, "ctxt_switches"))
            *signature = *signature * 31 + strtoul(strchr(line, ':') + 1, NULL, 10);
        killed |= (!strncmp(line, "SigPnd:", 7) || !strncmp(line, "ShdPnd:", 7)) && strtoull(line + 7, NULL, 16) != 0;
    }
    fclose(f);
    return !killed;
}

static bool all_wait(pid_t child, uint64_t *signature)
{
    char folder[64];
    snprintf(folder, sizeof folder, "/proc/%d/task", (int)child);
    DIR *d = opendir(folder);
    if (!d)
        return false;
    bool all = true;
    *signature = 1;
    for (struct dirent *e; all && (e = readdir(d));)
        if (e->d_name[0] != '.')
            all = waits_for_ever(folder, e->d_name, signature);
    closedir(d);
    return all;
}

/* Several times the same, and no thread has run in between: nobody is left who could wake anybody. */
static bool hangs(pid_t child)
{
    uint64_t before, after;
    if (!all_wait(child, &before))
        return false;
    for (unsigned i = 0; i < 4; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000 << i}, NULL);
        if (!all_wait(child, &after) || before != after)
            return false;
    }
    return true;
}

/* --- counting --- */

enum outcome { ENDED, ASSERTION, HUNG, DATA_RACE, LATE, DIED, OUTCOMES };

static enum outcome outcome_of(int status)
{
    if (!WIFEXITED(status))
        return DIED;
    switch (WEXITSTATUS(status)) {
    case 0: return ENDED;
    case FAILED: return ASSERTION;
    case RACED: return DATA_RACE;
    default: return DIED;
    }
}

static enum outcome watch(pid_t child, const sigset_t *ends)
{
    int status;
    for (unsigned rounds = 0;; rounds++) {
        sigtimedwait(ends, NULL, &(struct timespec){.tv_nsec = rounds < 4 ? 2000000 : 20000000});
        if (waitpid(child, &status, WNOHANG) == child)
            return outcome_of(status);
        bool hung = hangs(child);
        if (hung || rounds * 20 > LIMIT_MS) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return hung ? HUNG : LATE;
        }
    }
}

int main(int argc, char **argv)
{
    static const char *const names[OUTCOMES] = {"ended", "failed", "hung", "raced", "late", "died"};
    unsigned long runs = argc > 2 ? strtoul(argv[1], NULL, 10) : 1, seed = argc > 2 ? strtoul(argv[2], NULL, 10) : 1,
                  counts[OUTCOMES] = {0};
    sigset_t ends, before;
    sigemptyset(&ends);
    sigaddset(&ends, SIGCHLD);
    sigprocmask(SIG_BLOCK, &ends, &before);
    unsigned long i = 0;
    for (; i < runs && counts[LATE] < 3; i++) {
        pid_t child = fork();
        if (child == 0) {
            sigprocmask(SIG_SETMASK, &before, NULL);
            run_seed = seed + i;
            run(argc < 4);
        }
        counts[watch(child, &ends)]++;
    }
    printf("runs %lu", i);
    for (unsigned k = 0; k < OUTCOMES; k++)
        printf(" %s %lu", names[k], counts[k]);
    printf("\n");
    return 0;
}
