#include "base/process.h"

#include "base/effort.h"
#include "base/memory.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STATUS_OUT_OF_MEMORY = 213, STATUS_NO_EXEC = 214, MOST_POLLED = 2048 };

double process_cpu_now(const struct process *p)
{
    char path[64];
    unsigned long long nanoseconds = 0;
    if (p->pid <= 0)
        return p->cpu;
    snprintf(path, sizeof path, "/proc/%d/schedstat", (int)p->pid);
    FILE *f = fopen(path, "r");
    if (f && fscanf(f, "%llu", &nanoseconds) != 1)
        nanoseconds = 0;
    if (f)
        fclose(f);
    return (double)nanoseconds * 1e-9;
}

unsigned process_cores(void)
{
    cpu_set_t set;
    int n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return n > 0 ? (unsigned)n : 1;
}

bool write_all(int fd, const void *bytes, size_t size)
{
    const char *p = bytes;
    while (size) {
        ssize_t n = write(fd, p, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        p += n;
        size -= (size_t)n;
    }
    return true;
}

static bool failed_to_start(struct process *p)
{
    p->end = PROCESS_NOT_STARTED;
    p->status = errno;
    p->pid = 0;
    return false;
}

static void process_init(struct process *p, const struct budget *limits)
{
    *p = (struct process){.out = -1, .err = -1, .started = clock_wall(), .grace = 2.0};
    if (limits)
        p->limits = *limits;
}

/* What every child does first. */
static void in_child(pid_t parent)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(STATUS_NO_EXEC);
}

void process_end_with_parent(void) { prctl(PR_SET_PDEATHSIG, SIGTERM); }

/* A last fence for allocations that do not go through base/memory.h and come faster than the watcher looks. */
static void limit_address_space(size_t memory)
{
#if !defined(__SANITIZE_ADDRESS__)
    struct rlimit r = {.rlim_cur = memory + (size_t)2048 * 1024 * 1024, .rlim_max = RLIM_INFINITY};
    setrlimit(RLIMIT_AS, &r);
#else
    (void)memory;
#endif
}

static void make_reader(int fd)
{
    fcntl(fd, F_SETFL, O_NONBLOCK);
    fcntl(fd, F_SETFD, FD_CLOEXEC);
}

/* As execvp() wants them: it promises not to write, but its type does not say so. */
static char **copy_words(const char *const argv[])
{
    uint32_t n = 0;
    while (argv[n])
        n++;
    char **copy = NEW_ARRAY(char *, n + 1);
    for (uint32_t i = 0; i < n; i++)
        copy[i] = mem_strdup(argv[i]);
    return copy;
}

bool process_start(struct process *p, const char *const argv[], const struct budget *limits)
{
    assert(argv && argv[0]);
    process_init(p, limits);
    int out[2], err[2];
    if (pipe2(out, O_CLOEXEC) < 0)
        return failed_to_start(p);
    if (pipe2(err, O_CLOEXEC) < 0) {
        close(out[0]);
        close(out[1]);
        return failed_to_start(p);
    }
    pid_t parent = getpid();
    p->pid = fork();
    if (p->pid == 0) {
        in_child(parent);
        int none = open("/dev/null", O_RDONLY);
        dup2(none, STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        dup2(err[1], STDERR_FILENO);
        signal(SIGPIPE, SIG_DFL);
        if (p->limits.memory)
            limit_address_space(p->limits.memory); /* also of those that it starts, whose size nobody watches */
        execvp(argv[0], copy_words(argv));
        int why = errno;
        write_all(STDERR_FILENO, &why, sizeof why);
        _exit(STATUS_NO_EXEC);
    }
    close(out[1]);
    close(err[1]);
    p->out = out[0];
    p->err = err[0];
    make_reader(p->out);
    make_reader(p->err);
    if (p->pid < 0) {
        close(p->out);
        close(p->err);
        p->out = p->err = -1;
        return failed_to_start(p);
    }
    setpgid(p->pid, p->pid);
    return true;
}

static void exhausted(size_t bytes)
{
    (void)bytes;
    _exit(STATUS_OUT_OF_MEMORY);
}

bool process_fork(struct process *p, void (*work)(void *, int), void *context, const struct budget *limits)
{
    assert(work);
    process_init(p, limits);
    int out[2];
    if (pipe2(out, O_CLOEXEC) < 0)
        return failed_to_start(p);
    fflush(NULL);
    pid_t parent = getpid();
    p->pid = fork();
    if (p->pid == 0) {
        in_child(parent);
        close(out[0]);
        signal(SIGPIPE, SIG_DFL);
        mem_on_exhaustion(exhausted);
        if (p->limits.memory) {
            mem_set_limit(p->limits.memory);
            limit_address_space(p->limits.memory);
        }
        work(context, out[1]);
        fflush(NULL);
        _exit(0);
    }
    close(out[1]);
    p->out = out[0];
    make_reader(p->out);
    if (p->pid < 0) {
        close(p->out);
        p->out = -1;
        return failed_to_start(p);
    }
    setpgid(p->pid, p->pid);
    return true;
}

void process_kill(struct process *p)
{
    if (p->pid > 0 && kill(-p->pid, SIGKILL) < 0)
        kill(p->pid, SIGKILL);
}

void process_pause(struct process *p)
{
    if (p->pid > 0)
        kill(-p->pid, SIGSTOP);
}

void process_resume(struct process *p)
{
    if (p->pid > 0)
        kill(-p->pid, SIGCONT);
}

void process_interrupt(struct process *p, double grace)
{
    assert(grace >= 0);
    p->interrupt_sent = true;
    p->interrupt_time = clock_wall();
    p->grace = grace;
    if (p->pid > 0)
        kill(-p->pid, SIGINT);
    process_resume(p);
}

static void drain(int *fd, struct text *to)
{
    char buffer[1 << 16];
    while (*fd >= 0) {
        ssize_t n = read(*fd, buffer, sizeof buffer);
        if (n > 0) {
            text_append_bytes(to, buffer, (size_t)n);
        } else if (n < 0 && errno == EINTR) {
            continue;
        } else {
            if (n == 0 || errno != EAGAIN) {
                close(*fd);
                *fd = -1;
            }
            return;
        }
    }
}

static void watch_memory(struct process *p)
{
    char path[64], line[128] = "";
    snprintf(path, sizeof path, "/proc/%d/statm", (int)p->pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    ssize_t n = read(fd, line, sizeof line - 1);
    close(fd);
    unsigned long total = 0, resident = 0;
    if (n <= 0 || sscanf(line, "%lu %lu", &total, &resident) != 2)
        return;
    size_t bytes = p->resident = resident * (size_t)sysconf(_SC_PAGESIZE);
    if (bytes > p->memory)
        p->memory = bytes;
    if (p->limits.memory && bytes > p->limits.memory && p->end == PROCESS_RUNNING) {
        p->end = PROCESS_OUT_OF_MEMORY;
        process_kill(p);
    }
}

static void enforce(struct process *p)
{
    double now = clock_wall();
    watch_memory(p);
    if (p->end != PROCESS_RUNNING)
        return;
    if (p->limits.deadline > 0 && now > p->limits.deadline) {
        p->end = PROCESS_TIMED_OUT;
        process_kill(p);
    } else if (interrupted() && !p->interrupt_sent) {
        process_interrupt(p, p->grace);
    } else if (p->interrupt_sent && now > p->interrupt_time + p->grace) {
        p->end = PROCESS_INTERRUPTED;
        process_kill(p);
    }
}

/* Signals that a process brings upon itself; all others are sent. */
static bool is_crash(int signal)
{
    return signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE || signal == SIGABRT || signal == SIGSYS ||
           signal == SIGTRAP;
}

static void reap(struct process *p)
{
    int status;
    struct rusage usage;
    pid_t r = wait4(p->pid, &status, WNOHANG, &usage);
    if (r == 0 || (r < 0 && errno == EINTR))
        return;
    kill(-p->pid, SIGKILL); /* whoever it left behind */
    drain(&p->out, &p->output);
    drain(&p->err, &p->errors);
    if (p->out >= 0)
        close(p->out);
    if (p->err >= 0)
        close(p->err);
    p->out = p->err = -1;
    p->pid = 0;
    p->resident = 0;
    p->seconds = clock_wall() - p->started;
    p->cpu =
        (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
    if ((size_t)usage.ru_maxrss * 1024 > p->memory)
        p->memory = (size_t)usage.ru_maxrss * 1024;
    if (p->end != PROCESS_RUNNING)
        return;
    if (WIFSIGNALED(status)) {
        p->status = WTERMSIG(status);
        p->end = p->interrupt_sent ? PROCESS_INTERRUPTED : is_crash(p->status) ? PROCESS_CRASHED : PROCESS_KILLED;
    } else {
        p->status = WEXITSTATUS(status);
        p->end = p->status == STATUS_OUT_OF_MEMORY ? PROCESS_OUT_OF_MEMORY
                 : p->status == STATUS_NO_EXEC     ? PROCESS_NOT_STARTED
                                                   : PROCESS_EXITED;
        if (p->end == PROCESS_NOT_STARTED) { /* it has said why */
            p->status = ENOENT;
            if (p->errors.size == sizeof p->status)
                memcpy(&p->status, p->errors.data, sizeof p->status);
            text_clear(&p->errors);
        }
    }
}

void process_poll(struct process *const ps[], unsigned count, double seconds)
{
    struct pollfd fds[MOST_POLLED];
    nfds_t n = 0;
    bool silent = false; /* a child that closed its pipes but still runs */
    for (unsigned i = 0; i < count; i++) {
        if (ps[i]->pid <= 0)
            continue;
        silent |= ps[i]->out < 0 && ps[i]->err < 0;
        for (int k = 0; k < 2; k++) {
            int fd = k ? ps[i]->err : ps[i]->out;
            if (fd >= 0 && n < MOST_POLLED)
                fds[n++] = (struct pollfd){.fd = fd, .events = POLLIN};
        }
    }
    double wait = silent ? 0.001 : CLOCK_WATCH;
    if (seconds < wait)
        wait = seconds;
    poll(fds, n, (int)(wait * 1000 + 0.5));
    for (unsigned i = 0; i < count; i++) {
        struct process *p = ps[i];
        if (p->pid <= 0)
            continue;
        drain(&p->out, &p->output);
        drain(&p->err, &p->errors);
        reap(p);
        if (p->pid > 0)
            enforce(p);
    }
}

bool process_finish(struct process *p)
{
    while (p->pid > 0)
        process_poll(&p, 1, CLOCK_WATCH);
    return p->end == PROCESS_EXITED && p->status == 0;
}

bool process_run(struct process *p, const char *const argv[], const struct budget *limits)
{
    return process_start(p, argv, limits) && process_finish(p);
}

const char *as_argument(const char *path, struct arena *words)
{
    return *path == '-' || *path == '@' ? arena_printf(words, "./%s", path) : path;
}

void process_free(struct process *p)
{
    text_free(&p->output);
    text_free(&p->errors);
}

const char *process_end_words(const struct process *p)
{
    switch (p->end) {
    case PROCESS_RUNNING: return "still running";
    case PROCESS_TIMED_OUT: return "time limit reached";
    case PROCESS_OUT_OF_MEMORY: return "memory limit reached";
    case PROCESS_INTERRUPTED: return "interrupted";
    case PROCESS_NOT_STARTED: return strerror(p->status);
    case PROCESS_CRASHED: return strsignal(p->status);
    case PROCESS_KILLED:
        return p->status == SIGKILL   ? "killed from outside, perhaps because the machine ran out of memory"
               : p->status == SIGPIPE ? "nobody reads its output any more"
                                      : "ended by a signal from outside";
    case PROCESS_EXITED: break;
    }
    return p->status ? "ended with an error" : "ended";
}
