#include "runner/slurm_calls.h"

#include "base/effort.h"
#include "base/printable.h"
#include "base/self.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Also after Ctrl-C, which is not for these programs. */
static bool call(struct process *p, const char *const argv[])
{
    struct budget limits = {.deadline = clock_wall() + CLOCK_QUEUE_CALL};
    if (!process_start(p, argv, &limits))
        return false;
    p->interrupt_sent = true;
    p->interrupt_time = clock_wall();
    p->grace = CLOCK_QUEUE_CALL;
    return process_finish(p);
}

/* What ended it, if it says so; else its first line. */
const char *slurm_words(const struct process *p, struct arena *words)
{
    static const char *const marks[] = {": fatal: ", ": error: "};
    if (p->end == PROCESS_NOT_STARTED)
        return arena_printf(words, "its programs are not here (%s)", process_end_words(p));
    const char *s = text_string(p->errors.size ? &p->errors : &p->output);
    for (unsigned i = 0; i < 2; i++) {
        const char *mark = strstr(s, marks[i]);
        if (mark) {
            s = mark + strlen(marks[i]);
            break;
        }
    }
    return *s ? printable(arena_strndup(words, s, strcspn(s, "\r\n")), PRINTABLE_WORDS, words) : process_end_words(p);
}

/* In the name of a file Slurm replaces %x. */
static const char *literal(const char *path, struct arena *words)
{
    struct text t = {0};
    for (; *path; path++)
        text_append(&t, *path == '%' ? "%%" : (char[]){*path, 0});
    const char *result = arena_strdup(words, text_string(&t));
    text_free(&t);
    return result;
}

/* The controller is being restarted, or has too much to do. A request that it does not like stays one. */
bool slurm_is_silent(const struct process *p)
{
    static const char *const signs[] = {
        "contact slurm controller", "timed out",  "temporarily", "try again", "Connection refused", "Connection reset",
        "submit jobs too quickly",  "in standby", NULL};
    bool passing = p->end == PROCESS_TIMED_OUT;
    for (const char *const *s = signs; *s && p->end == PROCESS_EXITED; s++)
        passing |= strcasestr(text_string(&p->errors), *s) != NULL;
    return passing;
}

bool slurm_refuses(const struct process *p)
{
    const char *said = text_string(&p->errors);
    return p->end == PROCESS_NOT_STARTED ||
           (!slurm_is_silent(p) && (strstr(said, "Unable to allocate resources") || strstr(said, ": fatal: ")));
}

uint64_t slurm_submit(const struct slurm_array *a, bool *again, const char **error, struct arena *words)
{
    struct text self = {0}, array = {0}, command = {0};
    struct process p;
    string_vector argv = {0};
    add_own_path(&self);
    text_append(&command, "--wrap=exec ");
    text_append_shell_word(&command, text_string(&self));
    text_append(&command, " work ");
    text_append_shell_word(&command, a->folder);
    text_append(&command, "/$SLURM_ARRAY_TASK_ID");
    text_printf(&array, "--array=1-%u", a->count);
    if (a->at_a_time)
        text_printf(&array, "%%%u", a->at_a_time);
    vector_push(&argv, "sbatch");
    vector_push(&argv, "--parsable");
    vector_push(&argv, "--no-requeue"); /* a requeued job waits for minutes; heddle submits again what is missing */
    vector_push(&argv, "--ntasks=1");
    vector_push(&argv, arena_printf(words, "--cpus-per-task=%u", a->cores));
    vector_push(&argv, arena_printf(words, "--job-name=%s", a->name));
    vector_push(&argv, arena_printf(words, "--output=%s/%%a.log", literal(a->folder, words)));
    vector_push(&argv, text_string(&array));
    if (a->memory)
        vector_push(&argv, arena_printf(words, "--mem=%" PRIu64 "M", a->memory));
    if (a->seconds > 0)
        vector_push(&argv, arena_printf(words, "--time=%" PRIu64, (uint64_t)(a->seconds / 60) + 1));
    vector_push(&argv, text_string(&command));
    vector_push(&argv, NULL);
    uint64_t job = call(&p, argv.data) ? strtoull(text_string(&p.output), NULL, 10) : 0;
    *again = slurm_is_silent(&p);
    if (!job)
        *error = arena_printf(words, "sbatch: %s", slurm_words(&p, words));
    process_free(&p);
    vector_free(&argv);
    text_free(&self);
    text_free(&array);
    text_free(&command);
    return job;
}

static bool is_one_of(const char *word, const char *const list[])
{
    for (; *list; list++)
        if (!strcmp(*list, word))
            return true;
    return false;
}

static enum slurm_state state_of(const char *state, const char *reason)
{
    static const char *const alive[] = {"PENDING",   "RUNNING",   "COMPLETING", "CONFIGURING", "SUSPENDED", "STOPPED",
                                        "SIGNALING", "STAGE_OUT", "RESIZING",   "REQUEUED",    NULL};
    static const char *const failed[] = {"NODE_FAIL", "BOOT_FAIL", "REQUEUE_FED", NULL};
    static const char *const never[] = {"PartitionTimeLimit", "PartitionNodeLimit", "PartitionConfig",          "BadConstraints",
                                        "InvalidAccount",     "InvalidQOS",         "DependencyNeverSatisfied", NULL};
    if (is_one_of(state, failed))
        return SLURM_NODE_FAILED;
    if (!strcmp(state, "PREEMPTED"))
        return SLURM_PREEMPTED;
    if (!strcmp(state, "PENDING") && (is_one_of(reason, never) || strstr(reason, "MaxWallDurationPerJobLimit")))
        return SLURM_REFUSED;
    if (strstr(reason, "held") || strstr(reason, "Held") || !strcmp(state, "REQUEUE_HOLD") || !strcmp(state, "SPECIAL_EXIT"))
        return SLURM_HELD;
    return is_one_of(state, alive) ? SLURM_ALIVE : SLURM_ENDED;
}

bool slurm_look(const char *jobs, slurm_elements *out, struct arena *words)
{
    struct process p;
    bool ok =
        call(&p, (const char *[]){"squeue", "--noheader", "--array", "--states=all", "--jobs", jobs, "--format=%i %T %r", NULL});
    /* All of them are forgotten: that is an answer, too. */
    ok |= strstr(text_string(&p.errors), "Invalid job id specified") != NULL;
    for (const char *line = text_string(&p.output); ok && *line; line += strcspn(line, "\n"), line += *line == '\n') {
        struct slurm_element e = {0};
        char state[32] = "", reason[80] = "";
        if (sscanf(line, "%" SCNu64 "_%u %31s %79[^\n]", &e.job, &e.element, state, reason) < 3)
            continue;
        e.state = state_of(state, reason);
        e.word = arena_strdup(words, e.state == SLURM_REFUSED ? reason : state);
        vector_push(out, e);
    }
    process_free(&p);
    return ok;
}

static void call_for_effect(const char *const argv[])
{
    struct process p;
    call(&p, argv);
    process_free(&p);
}

void slurm_cancel_jobs(const char *jobs) { call_for_effect((const char *[]){"scancel", "--quiet", jobs, NULL}); }

void slurm_cancel_named(const char *name)
{
    struct text user = {0};
    text_printf(&user, "--user=%ld", (long)geteuid());
    call_for_effect((const char *[]){"scancel", "--quiet", "--name", name, text_string(&user), NULL});
    text_free(&user);
}

/* "2-12:00:00", "30:00"; anything else is no limit. */
static double seconds_of(const char *s)
{
    unsigned days = 0, parts[3] = {0};
    int at = 0;
    if (sscanf(s, "%u-%n", &days, &at) != 1 || !at)
        days = 0, at = 0;
    int n = sscanf(s + at, "%u:%u:%u", &parts[0], &parts[1], &parts[2]);
    double seconds = n == 3 ? parts[0] * 3600.0 + parts[1] * 60.0 + parts[2] : n == 2 ? parts[0] * 60.0 + parts[1] : 0;
    return n < 2 ? 0 : days * 86400.0 + seconds;
}

/* "main* 30:00 2/6/0/8": a partition (the star: that of who asks for none), its limit, and its cores: used, idle, others, all. */
static void add_partition(const char *line, bool asked, struct slurm_room *room)
{
    char name[128], limit[64];
    unsigned used, idle;
    if (sscanf(line, "%127s %63s %u/%u/", name, limit, &used, &idle) != 4 || !(asked || ends_with(name, "*")))
        return;
    double seconds = seconds_of(limit);
    room->cores += used + idle;
    room->longest = seconds > 0 && (room->longest <= 0 || seconds < room->longest) ? seconds : room->longest;
}

bool slurm_room(struct slurm_room *room, const char **error, struct arena *words)
{
    struct process p;
    const char *asked = getenv("SBATCH_PARTITION");
    *room = (struct slurm_room){0};
    bool ok = call(&p, (const char *[]){"sinfo", "--noheader", "--format=%P %l %C",
                                        asked ? arena_printf(words, "--partition=%s", asked) : NULL, NULL});
    for (const char *line = text_string(&p.output); ok && *line; line += strcspn(line, "\n"), line += *line == '\n')
        add_partition(line, asked != NULL, room);
    room->cores += !room->cores;
    ok |= !slurm_refuses(&p);
    if (!ok)
        *error = arena_printf(words, "Slurm: %s", slurm_words(&p, words));
    process_free(&p);
    return ok;
}
