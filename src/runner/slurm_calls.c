#include "runner/slurm_calls.h"

#include "base/effort.h"
#include "base/process.h"
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

static const char *first_line(const struct process *p, struct arena *words)
{
    const char *s = text_string(p->errors.size ? &p->errors : &p->output);
    return *s ? arena_strndup(words, s, strcspn(s, "\n")) : process_end_words(p);
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
static bool is_passing(const struct process *p)
{
    static const char *const signs[] = {
        "contact slurm controller", "timed out",  "temporarily", "try again", "Connection refused", "Connection reset",
        "submit jobs too quickly",  "in standby", NULL};
    bool passing = p->end == PROCESS_TIMED_OUT;
    for (const char *const *s = signs; *s && p->end == PROCESS_EXITED; s++)
        passing |= strcasestr(text_string(&p->errors), *s) != NULL;
    return passing;
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
    *again = is_passing(&p);
    if (!job)
        *error = arena_printf(words, "sbatch: %s", first_line(&p, words));
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
    static const char *const never[] = {"PartitionTimeLimit",
                                        "PartitionNodeLimit",
                                        "BadConstraints",
                                        "InvalidAccount",
                                        "InvalidQOS",
                                        "DependencyNeverSatisfied",
                                        NULL};
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

unsigned slurm_cores(void)
{
    struct process p;
    unsigned cores = 0, used, idle, other;
    if (call(&p, (const char *[]){"sinfo", "--noheader", "--format=%C", NULL}) &&
        sscanf(text_string(&p.output), "%u/%u/%u", &used, &idle, &other) == 3)
        cores = used + idle;
    process_free(&p);
    return cores ? cores : 1;
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

double slurm_longest(void)
{
    struct process p;
    const char *asked = getenv("SBATCH_PARTITION");
    struct text partition = {0};
    double longest = 0;
    if (asked)
        text_printf(&partition, "--partition=%s", asked);
    call(&p, (const char *[]){"sinfo", "--noheader", "--format=%P %l", asked ? text_string(&partition) : NULL, NULL});
    for (const char *line = text_string(&p.output); *line; line += strcspn(line, "\n"), line += *line == '\n') {
        size_t name = strcspn(line, " \n");
        if (line[name] == ' ' && (asked || (name && line[name - 1] == '*')))
            longest = seconds_of(line + name + 1);
    }
    text_free(&partition);
    process_free(&p);
    return longest;
}
