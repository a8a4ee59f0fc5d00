/* heddle replay: compiles the program that a saved violation is about, with gates at its shared accesses (frontend/gates.h) and
 * the runtime that makes threads take turns (src/replay/, embedded here), and runs it: the same failure, every time.
 * Files are made in a folder of their own, which is removed at the end unless --keep names one. */
#include "base/effort.h"
#include "base/log.h"
#include "base/printable.h"
#include "base/process.h"
#include "worker/commands.h"
#include "worker/replay_trace.h"
#include "worker/supervise.h"
#include "frontend/gates.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define EMBED(name, file)                                                                                                          \
    __asm__(".pushsection .rodata\n"                                                                                               \
            ".globl " #name "_begin\n" #name "_begin:\n"                                                                           \
            ".incbin \"" REPLAY_FOLDER "/" file "\"\n"                                                                             \
            ".globl " #name "_end\n" #name "_end:\n"                                                                               \
            ".byte 0\n"                                                                                                            \
            ".popsection\n");                                                                                                      \
    extern const char name##_begin[], name##_end[]
EMBED(replay_runtime, "runtime.c");
EMBED(replay_locks, "locks.c");
EMBED(replay_sanitizers, "sanitizers.c");
EMBED(replay_header, "replay.h");

static const struct {
    const char *name, *begin, *end;
} sources[] = {
    {"runtime.c", replay_runtime_begin, replay_runtime_end},
    {"locks.c", replay_locks_begin, replay_locks_end},
    {"sanitizers.c", replay_sanitizers_begin, replay_sanitizers_end},
    {"replay.h", replay_header_begin, replay_header_end},
};
enum { SOURCES = sizeof sources / sizeof *sources };

enum { REPRODUCED = 10 }; /* exit status of the runtime */

/* clang-format off */
static const char *const wrapped[] = {
    "pthread_create", "pthread_join", "pthread_exit", "thrd_create", "thrd_join", "pthread_mutex_lock", "pthread_mutex_timedlock",
    "mtx_lock", "pthread_spin_lock", "pthread_rwlock_rdlock", "pthread_rwlock_wrlock", "pthread_cond_wait",
    "pthread_cond_timedwait", "pthread_cond_signal", "pthread_cond_broadcast", "cnd_wait", "cnd_signal", "cnd_broadcast",
    "pthread_barrier_wait", "sem_wait", "sem_timedwait", "pthread_mutex_unlock", "mtx_unlock", "pthread_spin_unlock",
    "pthread_rwlock_unlock", "pthread_mutex_destroy", "__assert_fail", "exit", "abort",
};
/* clang-format on */

struct replay {
    const struct options *options;
    struct replay_trace trace;
    struct budget budget;
    const char *folder;
    bool stopped; /* by a limit, while it was built */
    struct arena words;
};

static const char *path(struct replay *r, const char *name) { return arena_printf(&r->words, "%s/%s", r->folder, name); }

/* Into a folder that is heddle's own. */
static bool write_sources(struct replay *r)
{
    struct text t = {0};
    bool ok = text_write_file(&r->trace.schedule, path(r, "schedule.h"));
    for (size_t i = 0; i < SOURCES; i++) {
        text_clear(&t);
        text_append_bytes(&t, sources[i].begin, (size_t)(sources[i].end - sources[i].begin));
        ok = ok && text_write_file(&t, path(r, sources[i].name));
    }
    text_free(&t);
    return ok;
}

/* --- building and running --- */

static const char *compiler(const struct replay *r) { return r->options->clang ? r->options->clang : "clang-19"; }

/* Words of other programs, on a stream that may be a terminal. */
static void pass_on(const struct text *t, FILE *to)
{
    struct text shown = {0};
    text_append_printable(&shown, text_string(t), t->size, PRINTABLE_LINES);
    fwrite(text_string(&shown), 1, shown.size, to);
    text_free(&shown);
}

static bool link_program(struct replay *r, const char *const *argv, const char **error)
{
    struct process p;
    bool ok = process_run(&p, argv, &r->budget);
    r->stopped = p.end == PROCESS_TIMED_OUT || p.end == PROCESS_OUT_OF_MEMORY || p.end == PROCESS_KILLED;
    if (!ok) {
        pass_on(&p.errors, stderr);
        *error = p.end == PROCESS_EXITED
                     ? "the program with gates does not link"
                     : arena_printf(&r->words, "the program with gates does not link: %s", process_end_words(&p));
    }
    process_free(&p);
    return ok;
}

static unsigned needs(const struct replay *r) { return property_rows[r->trace.property].needs; }

static bool build(struct replay *r, const char **error)
{
    const struct replay_trace *t = &r->trace;
    struct frontend_options o = {.files = t->files.data,
                                 .file_count = t->files.size,
                                 .clang_arguments = t->flags.data,
                                 .clang_argument_count = t->flags.size,
                                 .file_flags = t->file_flags.data,
                                 .file_flag_count = t->file_flags.size,
                                 .m32 = t->m32,
                                 .properties = property_only(t->property),
                                 .asked_for = property_only(t->property),
                                 .clang = compiler(r),
                                 .limits = r->budget,
                                 .stopped = &r->stopped};
    string_vector argv = {0};
    vector_push(&argv, compiler(r));
    vector_push(&argv, t->m32 ? "-m32" : "-m64");
    vector_push(&argv, "-g");
    vector_push(&argv, "-w");
    vector_push(&argv, "-fno-crash-diagnostics");
    if (needs(r) & NEEDS_LIFETIMES) /* the gates have marked what is to be watched */
        vector_push(&argv, "-fsanitize=address");
    bool ok = true;
    for (uint32_t i = 0; i < t->files.size && ok; i++) {
        const char *gated = path(r, arena_printf(&r->words, "program%u.bc", i));
        ok = gates_compile(&o, t->files.data[i], gated, error, &r->words);
        vector_push(&argv, gated);
    }
    vector_push(&argv, path(r, "runtime.c"));
    vector_push(&argv, path(r, "locks.c"));
    vector_push(&argv, path(r, "sanitizers.c"));
    vector_push(&argv, "-o");
    vector_push(&argv, path(r, "program"));
    for (size_t i = 0; i < sizeof wrapped / sizeof *wrapped; i++)
        vector_push(&argv, arena_printf(&r->words, "-Wl,--wrap=%s", wrapped[i]));
    vector_push(&argv, "-Wl,--unresolved-symbols=ignore-all"); /* what is never called need not be there */
    vector_push(&argv, "-lpthread");
    vector_push(&argv, "-lm");
    vector_push(&argv, NULL);
    if (ok) {
        const char *before = getenv("TMPDIR");
        setenv("TMPDIR", r->folder, 1); /* what the linker leaves behind if it is stopped goes with the folder */
        ok = link_program(r, argv.data, error);
        before ? setenv("TMPDIR", before, 1) : unsetenv("TMPDIR");
    }
    vector_free(&argv);
    return ok;
}

static bool run_once(struct replay *r, bool show)
{
    const char *argv[] = {path(r, "program"), NULL};
    struct budget limits = r->budget;
    if (r->options->timeout <= 0)
        limits.deadline = clock_wall() + CLOCK_REPLAY;
    if (needs(r) & NEEDS_LIFETIMES)
        limits.memory = 0; /* AddressSanitizer reserves more addresses than any limit allows */
    struct process p;
    process_run(&p, argv, &limits);
    bool reproduced = p.end == PROCESS_EXITED && p.status == REPRODUCED;
    if (show || !reproduced)
        pass_on(&p.errors, stdout);
    if (!reproduced && p.end != PROCESS_EXITED)
        printf("replay: the program: %s\n", process_end_words(&p));
    process_free(&p);
    return reproduced;
}

/* The keys that interrupt a program are for gdb, whose folder is removed when it has ended. */
static int run_under_gdb(struct replay *r)
{
    enum { NOT_RUN = 127 };
    const char *program = path(r, "program");
    fflush(NULL);
    pid_t gdb = fork();
    if (gdb == 0) {
        execlp("gdb", "gdb", "-q", "-ex", "break heddle_stop", program, (char *)NULL); /* where the schedule ends */
        log_error("cannot run gdb: %s", strerror(errno));
        _exit(NOT_RUN);
    }
    int status = 0;
    void (*before)(int) = signal(SIGINT, SIG_IGN);
    while (gdb > 0 && waitpid(gdb, &status, 0) < 0 && errno == EINTR)
        ;
    signal(SIGINT, before);
    if (gdb < 0)
        log_error("cannot run gdb: %s", strerror(errno));
    return gdb < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == NOT_RUN) ? STATUS_INPUT : 0;
}

static int run(struct replay *r)
{
    if (r->options->gdb)
        return run_under_gdb(r);
    uint64_t good = 0, times = r->options->times;
    while (good < times && run_once(r, good == 0))
        good++;
    printf("replayed: %llu of %llu\n", (unsigned long long)good, (unsigned long long)times);
    printf("VERDICT: %s\n", good == times ? "FALSE" : "UNKNOWN (the program did not follow the schedule)");
    return good == times ? STATUS_FALSE : STATUS_UNKNOWN;
}

/* Removes every file in the folder (there may be some of a linker that was stopped), then the folder. */
static void clean(struct replay *r)
{
    DIR *d = opendir(r->folder);
    for (struct dirent *e; d && (e = readdir(d));)
        if (strcmp(e->d_name, ".") && strcmp(e->d_name, ".."))
            unlink(path(r, e->d_name));
    if (d)
        closedir(d);
    rmdir(r->folder);
}

static bool is_empty(const char *folder)
{
    DIR *d = opendir(folder);
    bool empty = d != NULL;
    for (struct dirent *e; d && (e = readdir(d));)
        empty &= !strcmp(e->d_name, ".") || !strcmp(e->d_name, "..");
    if (d)
        closedir(d);
    if (d && !empty)
        errno = ENOTEMPTY;
    return empty;
}

/* A folder of heddle's own: a new one, or the one of --keep, in which nothing else may be. */
static int make_folder(struct replay *r)
{
    const char *parent = getenv("TMPDIR"), *kept = r->options->keep;
    char *made = arena_printf(&r->words, "%s/heddle-replay-XXXXXX", parent && *parent ? parent : "/tmp");
    if (!kept) {
        r->folder = mkdtemp(made) ? as_argument(made, &r->words) : NULL;
    } else if (mkdir(kept, 0777) != 0 && (errno != EEXIST || !is_empty(kept))) {
        log_error("--keep: %s: %s", kept, strerror(errno));
        return STATUS_USAGE;
    } else {
        r->folder = as_argument(kept, &r->words);
    }
    if (!r->folder)
        log_error("cannot make the folder %s: %s", made, strerror(errno));
    return r->folder ? 0 : STATUS_INPUT;
}

static int replay(struct replay *r, const char **error)
{
    if (!write_sources(r)) {
        *error = "cannot write into the folder";
        return STATUS_INPUT;
    }
    if (build(r, error))
        return run(r);
    if (!r->stopped)
        return STATUS_INPUT;
    printf("VERDICT: UNKNOWN (%s)\n", printable(*error, PRINTABLE_WORDS, &r->words));
    *error = NULL;
    return STATUS_UNKNOWN;
}

int command_replay(const struct options *o)
{
    struct replay r = {.options = o, .budget = supervise_budget(o)};
    const char *error = NULL;
    if (o->files.size != 1) {
        log_error("replay takes one file, written by heddle verify --trace FILE.json");
        return STATUS_USAGE;
    }
    int status = replay_trace_read(&r.trace, o->files.data[0], &error) ? make_folder(&r) : STATUS_INPUT;
    if (!status)
        status = replay(&r, &error);
    if (error)
        log_error("%s", error);
    if (r.folder && !o->keep)
        clean(&r);
    replay_trace_free(&r.trace);
    arena_release(&r.words);
    return status;
}
