/* heddle replay: compiles the program that a saved violation is about, with gates at its shared accesses (frontend/gates.h) and
 * the runtime that makes threads take turns (src/replay/, embedded here), and runs it: the same failure, every time.
 * Files are made in a folder of their own, which is removed at the end unless --keep names one. */
#include "base/log.h"
#include "base/process.h"
#include "cli/commands.h"
#include "frontend/gates.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define EMBED(name, file)                                                                                              \
    __asm__(".pushsection .rodata\n"                                                                                   \
            ".globl " #name "_begin\n" #name "_begin:\n"                                                               \
            ".incbin \"" REPLAY_FOLDER "/" file "\"\n"                                                                 \
            ".globl " #name "_end\n" #name "_end:\n"                                                                   \
            ".byte 0\n"                                                                                                \
            ".popsection\n");                                                                                          \
    extern const char name##_begin[], name##_end[]
EMBED(replay_runtime, "runtime.c");
EMBED(replay_locks, "locks.c");
EMBED(replay_header, "replay.h");

static const struct {
    const char *name, *begin, *end;
} sources[] = {
    {"runtime.c", replay_runtime_begin, replay_runtime_end},
    {"locks.c", replay_locks_begin, replay_locks_end},
    {"replay.h", replay_header_begin, replay_header_end},
};
enum { SOURCES = sizeof sources / sizeof *sources };

enum { REPRODUCED = 10 }; /* exit status of the runtime */

static const char *const wrapped[] = {
    "pthread_create", "pthread_join", "pthread_exit", "thrd_create", "thrd_join", "pthread_mutex_lock", "pthread_mutex_timedlock",
    "mtx_lock", "pthread_spin_lock", "pthread_rwlock_rdlock", "pthread_rwlock_wrlock", "pthread_cond_wait",
    "pthread_cond_timedwait", "pthread_cond_signal", "pthread_cond_broadcast", "cnd_wait", "cnd_signal", "cnd_broadcast",
    "pthread_barrier_wait", "sem_wait", "sem_timedwait", "pthread_mutex_unlock", "mtx_unlock", "pthread_spin_unlock",
    "pthread_rwlock_unlock", "pthread_mutex_destroy", "__assert_fail", "exit", "abort",
};

struct replay {
    const struct options *options;
    cJSON *trace;
    const char *folder;
    struct arena words;
    string_vector files, arguments;
    bool m32;
};

static int number(const cJSON *o, const char *name, int otherwise)
{
    const cJSON *x = cJSON_GetObjectItem(o, name);
    return cJSON_IsNumber(x) ? x->valueint : otherwise;
}

static const char *string(const cJSON *o, const char *name)
{
    const cJSON *x = cJSON_GetObjectItem(o, name);
    return cJSON_IsString(x) ? x->valuestring : "";
}

static const char *path(struct replay *r, const char *name) { return arena_printf(&r->words, "%s/%s", r->folder, name); }

static void strings(const cJSON *list, string_vector *out)
{
    const cJSON *x;
    cJSON_ArrayForEach(x, list) if (cJSON_IsString(x)) vector_push(out, x->valuestring);
}

/* --- the schedule as C --- */

static char class_of(const cJSON *entry)
{
    const char *kind = string(entry, "kind");
    return !strcmp(kind, "load") ? 'r' : !strcmp(kind, "store") ? 'w' : 'c';
}

/* Where threads are when the schedule has ended. */
static void write_awaited(const struct replay *r, struct text *t)
{
    const cJSON *x;
    int count = 0;
    text_append(t, "struct place { int thread, line, column, kind, part; };\nstatic const struct place awaited[] = {\n");
    cJSON_ArrayForEach(x, cJSON_GetObjectItem(r->trace, "awaited")) {
        text_printf(t, "{%d, %d, %d, '%c', %d},\n", number(x, "thread", 0), number(x, "line", 0), number(x, "column", 0), class_of(x),
                    number(x, "part", 0));
        count++;
    }
    text_printf(t, "{-1, 0, 0, 0, 0}};\nenum { AWAITED = %d, RACE = %d, DEADLOCK = %d, LOCKS = %d };\n", count,
                !strcmp(string(r->trace, "property"), "race"), !strcmp(string(r->trace, "property"), "deadlock"),
                !strcmp(string(r->trace, "property"), "locks"));
}

static bool write_schedule(struct replay *r)
{
    struct text t = {0};
    const cJSON *x;
    int count = 0, threads = number(r->trace, "threads", 1);
    text_append(&t, "struct entry { int thread, line, column, kind, part, own, creates, more, found; unsigned long long value; };\n"
                    "static const struct entry entries[] = {\n");
    cJSON_ArrayForEach(x, cJSON_GetObjectItem(r->trace, "schedule")) {
        const char *value = string(x, "value");
        text_printf(&t, "{%d, %d, %d, '%c', %d, %d, %d, %d, %d, %sull},\n", number(x, "thread", 0), number(x, "line", 0),
                    number(x, "column", 0), class_of(x), number(x, "part", 0), cJSON_IsTrue(cJSON_GetObjectItem(x, "own")), number(x, "creates", -1),
                    cJSON_IsTrue(cJSON_GetObjectItem(x, "more")), *value != 0, *value ? value : "0");
        count++;
    }
    text_printf(&t, "{-1, 0, 0, 0, 0, 0, -1, 0, 0, 0}};\nenum { ENTRIES = %d, THREADS = %d };\nstatic const int failing = %d;\n", count, threads,
                number(r->trace, "failing", 0));
    text_append(&t, "struct input { int thread, line, column; unsigned long long value; };\nstatic const struct input inputs[] = {\n");
    count = 0;
    cJSON_ArrayForEach(x, cJSON_GetObjectItem(r->trace, "inputs")) {
        text_printf(&t, "{%d, %d, %d, %sull},\n", number(x, "thread", 0), number(x, "line", 0), number(x, "column", 0), string(x, "value"));
        count++;
    }
    text_printf(&t, "{-1, 0, 0, 0}};\nenum { INPUTS = %d };\nstatic const int ends[THREADS + 64] = {", count);
    cJSON_ArrayForEach(x, cJSON_GetObjectItem(r->trace, "ends")) text_printf(&t, "[%d] = 1, ", x->valueint);
    text_append(&t, "[THREADS + 63] = 0};\n");
    write_awaited(r, &t);
    bool ok = text_write_file(&t, path(r, "schedule.h"));
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

static bool build(struct replay *r, const char **error)
{
    struct frontend_options o = {.files = r->files.data, .file_count = r->files.size, .clang_arguments = r->arguments.data,
                                 .clang_argument_count = r->arguments.size, .m32 = r->m32, .clang = compiler(r)};
    string_vector argv = {0};
    vector_push(&argv, compiler(r));
    vector_push(&argv, r->m32 ? "-m32" : "-m64");
    vector_push(&argv, "-g");
    vector_push(&argv, "-w");
    bool ok = true;
    for (uint32_t i = 0; i < r->files.size && ok; i++) {
        const char *gated = path(r, arena_printf(&r->words, "program%u.bc", i));
        ok = gates_compile(&o, r->files.data[i], gated, error, &r->words);
        vector_push(&argv, gated);
    }
    vector_push(&argv, path(r, "runtime.c"));
    vector_push(&argv, path(r, "locks.c"));
    vector_push(&argv, "-o");
    vector_push(&argv, path(r, "program"));
    for (size_t i = 0; i < sizeof wrapped / sizeof *wrapped; i++)
        vector_push(&argv, arena_printf(&r->words, "-Wl,--wrap=%s", wrapped[i]));
    vector_push(&argv, "-Wl,--unresolved-symbols=ignore-all"); /* what is never called need not be there */
    vector_push(&argv, "-lpthread");
    vector_push(&argv, "-lm");
    vector_push(&argv, NULL);
    if (ok) {
        struct process p;
        ok = process_run(&p, argv.data, NULL);
        if (!ok) {
            fputs(text_string(&p.errors), stderr);
            *error = "the program with gates does not link";
        }
        process_free(&p);
    }
    vector_free(&argv);
    return ok;
}

static bool run_once(struct replay *r, bool show)
{
    const char *argv[] = {path(r, "program"), NULL};
    struct budget limits = {.deadline = clock_wall() + (r->options->timeout ? (double)r->options->timeout : 60)};
    struct process p;
    process_run(&p, argv, &limits);
    bool reproduced = p.end == PROCESS_EXITED && p.status == REPRODUCED;
    if (show || !reproduced)
        fputs(text_string(&p.errors), stdout);
    if (!reproduced && p.end != PROCESS_EXITED)
        printf("replay: the program: %s\n", process_end_words(&p));
    process_free(&p);
    return reproduced;
}

static int run(struct replay *r)
{
    if (r->options->gdb) {
        execlp("gdb", "gdb", "-q", path(r, "program"), (char *)NULL);
        log_error("cannot run gdb: %s", strerror(errno));
        return STATUS_INPUT;
    }
    uint64_t good = 0, times = r->options->times;
    while (good < times && run_once(r, good == 0))
        good++;
    printf("replayed: %llu of %llu\n", (unsigned long long)good, (unsigned long long)times);
    printf("VERDICT: %s\n", good == times ? "FALSE" : "UNKNOWN (the program did not follow the schedule)");
    return good == times ? STATUS_FALSE : STATUS_UNKNOWN;
}

static void clean(struct replay *r)
{
    unlink(path(r, "schedule.h"));
    unlink(path(r, "program"));
    for (size_t i = 0; i < SOURCES; i++)
        unlink(path(r, sources[i].name));
    for (uint32_t i = 0; i < r->files.size; i++)
        unlink(path(r, arena_printf(&r->words, "program%u.bc", i)));
    rmdir(r->folder);
}

static bool load(struct replay *r, const char *file, const char **error)
{
    struct text t = {0};
    if (!text_read_file(&t, file)) {
        *error = arena_printf(&r->words, "cannot read %s", file);
        return false;
    }
    r->trace = cJSON_Parse(text_string(&t));
    text_free(&t);
    strings(cJSON_GetObjectItem(r->trace, "files"), &r->files);
    strings(cJSON_GetObjectItem(r->trace, "arguments"), &r->arguments);
    r->m32 = number(r->trace, "machine", 64) == 32;
    if (!r->files.size || !cJSON_IsArray(cJSON_GetObjectItem(r->trace, "schedule"))) {
        *error = arena_printf(&r->words, "%s: not written by heddle verify --trace FILE.json", file);
        return false;
    }
    const char *property = string(r->trace, "property");
    bool awaits = cJSON_GetArraySize(cJSON_GetObjectItem(r->trace, "awaited")) > 0;
    if (strcmp(property, "reach") && !awaits) {
        *error = arena_printf(&r->words, "%s: a violation of '%s' that does not say where threads are at its end", file, property);
        return false;
    }
    return true;
}

int command_replay(const struct options *o)
{
    struct replay r = {.options = o};
    const char *error = NULL;
    const char *parent = getenv("TMPDIR");
    char *made = arena_printf(&r.words, "%s/heddle-replay-XXXXXX", parent && *parent ? parent : "/tmp");
    int status = STATUS_INPUT;
    if (o->files.size != 1) {
        log_error("replay takes one file, written by heddle verify --trace FILE.json");
        return STATUS_USAGE;
    }
    r.folder = o->keep ? o->keep : mkdtemp(made);
    if (o->keep)
        mkdir(o->keep, 0777);
    if (!r.folder)
        error = arena_printf(&r.words, "cannot make the folder %s: %s", made, strerror(errno));
    else if (load(&r, o->files.data[0], &error)) {
        if (!write_schedule(&r))
            error = "cannot write into the folder";
        else if (build(&r, &error))
            status = run(&r);
    }
    if (error)
        log_error("%s", error);
    if (r.folder && !o->keep)
        clean(&r);
    cJSON_Delete(r.trace);
    vector_free(&r.files);
    vector_free(&r.arguments);
    arena_release(&r.words);
    return status;
}
