/* Child processes with limits: a command whose output is captured, or a function of heddle run in a forked copy.
 *
 * Each child leads a process group of its own and dies with heddle. A child that passes its deadline or its memory
 * limit (resident size, looked at every 10 ms) is killed with its group. Ctrl-C is handed on to it once; it then has
 * some seconds (grace) to end by itself. */
#ifndef HEDDLE_BASE_PROCESS_H
#define HEDDLE_BASE_PROCESS_H

#include "base/arena.h"
#include "base/clock.h"
#include "base/text.h"

#include <sys/types.h>

enum process_end {
    PROCESS_RUNNING,
    PROCESS_EXITED,    /* status is its exit status */
    PROCESS_CRASHED,   /* status is the signal, one that a bug raises */
    PROCESS_KILLED,    /* by somebody else (the user, the system that is out of memory); status is the signal */
    PROCESS_TIMED_OUT, /* killed at the deadline */
    PROCESS_OUT_OF_MEMORY,
    PROCESS_INTERRUPTED, /* the user pressed Ctrl-C, and it did not end by itself */
    PROCESS_NOT_STARTED, /* status is errno */
};

struct process {
    enum process_end end;
    int status;
    struct text output, errors; /* standard output (or what a forked function wrote to its pipe), standard error */
    struct budget limits;
    double started, seconds, cpu; /* seconds and cpu are known at the end; cpu includes waited-for children */
    size_t memory;                /* largest resident size seen, in bytes; exact at the end for the largest of the tree */
    size_t resident;              /* as seen last; 0 once it has ended */
    pid_t pid;
    int out, err; /* pipes, -1 when closed */
    bool interrupt_sent;
    double interrupt_time, grace; /* grace is 2 after a start; it may be changed */
};

/* Starts argv[0] (looked up in PATH), its input empty. False: *p says PROCESS_NOT_STARTED. limits may be NULL. */
bool process_start(struct process *p, const char *const argv[], const struct budget *limits);

/* Calls work(context, fd) in a forked copy, which then exits with status 0; standard output and error stay as they are.
 * What work writes to fd arrives in p->output. There, memory that runs out ends the copy as PROCESS_OUT_OF_MEMORY. */
bool process_fork(struct process *p, void (*work)(void *context, int fd), void *context, const struct budget *limits);

/* Waits up to so many seconds for news from running children, collects output and ends, enforces limits. */
void process_poll(struct process *const ps[], unsigned count, double seconds);

/* Waits for the end. True if it exited with status 0. */
bool process_finish(struct process *p);

/* process_start and process_finish. */
bool process_run(struct process *p, const char *const argv[], const struct budget *limits);

/* A paused child does nothing, but its limits hold. Resuming one that is not paused has no effect. */
void process_pause(struct process *p);
void process_resume(struct process *p);

/* Asks a child to end, as Ctrl-C does; it is killed if it has not ended after grace seconds. */
void process_interrupt(struct process *p, double grace);
void process_kill(struct process *p); /* and its group; it is reaped by the next process_poll */
void process_free(struct process *p); /* p has ended */

const char *process_end_words(const struct process *p); /* "time limit reached", "Segmentation fault", ... */

/* A path that a program takes for a file, not for an option or a response file (@...). */
const char *as_argument(const char *path, struct arena *words);

double process_cpu_now(const struct process *p); /* seconds of CPU that the child (without children, as long as it runs) has used */
unsigned process_cores(void);                    /* that this process may use; at least 1 */

/* For a process that another machine asked for: it is told to end when whoever started it here ends. */
void process_end_with_parent(void);

/* write() until everything is out; false on an error. */
bool write_all(int fd, const void *bytes, size_t size);

#endif
