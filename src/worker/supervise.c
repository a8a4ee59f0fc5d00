#include "worker/supervise.h"

#include "base/effort.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/status.h"
#include "base/outputs.h"
#include "report/reports.h"

#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The command stops at the memory limit by itself; the watcher kills it so much beyond. */
static const size_t EXTRA_MEMORY = (size_t)64 << 20;

struct call {
    const struct options *options;
    supervised command;
    struct budget budget;
};

struct budget supervise_budget(const struct options *o)
{
    return (struct budget){
        .deadline = o->timeout > 0 ? clock_wall() + o->timeout : 0,
        .memory = (size_t)o->memory << 20,
    };
}

/* An answer on the pipe, before the words; the last one that is complete counts. */
struct answer {
    int status;
    size_t size; /* of the words */
};

enum { STATUS_STAGE = -1, STATUS_WRITING = -2 }; /* no answers: the words say what is being done; files are written from now on */

static int answers_to = -1; /* in the copy: the pipe */
static bool has_answered;   /* the same: there is something on it to print */

/* In one piece, so that a copy of the copy that is ended meanwhile leaves no half of a short one behind. */
static void hand_over(int status, const char *words, size_t size)
{
    struct answer a = {.status = status, .size = size};
    struct text frame = {0};
    if (answers_to < 0)
        return;
    text_append_bytes(&frame, (const char *)&a, sizeof a);
    text_append_bytes(&frame, words, size);
    write_all(answers_to, text_string(&frame), frame.size);
    text_free(&frame);
}

void supervise_so_far(int status, const struct text *out)
{
    has_answered = true;
    hand_over(status, text_string(out), out->size);
}

void supervise_before_files(const struct options *o, int status, const struct text *words)
{
    if (o->part || !reports_any(o) || outputs_take_stdout(o))
        return;
    if (status != STATUS_UNKNOWN || !has_answered)
        supervise_so_far(status, words);
    hand_over(STATUS_WRITING, "", 0);
}

void supervise_after_files(void) { supervise_stage(""); }

void supervise_stage(const char *words) { hand_over(STATUS_STAGE, words, strlen(words)); }

static void in_copy(void *context, int fd)
{
    const struct call *c = context;
    struct text out = {0};
    answers_to = fd;
    int status = c->command(c->options, &c->budget, &out);
    progress_done();
    supervise_so_far(status, &out);
    text_free(&out);
}

/* What came over the pipe as a whole. */
struct heard {
    bool any; /* the last answer, if there is one */
    struct answer answer;
    const char *words;
    struct text stage; /* what was done last */
    bool writing;      /* files, when it ended */
};

static void take_in(const struct text *bytes, struct heard *h)
{
    struct answer a;
    for (size_t at = 0; bytes->size - at >= sizeof a; at += sizeof a + a.size) {
        memcpy(&a, bytes->data + at, sizeof a);
        if (a.size > bytes->size - at - sizeof a)
            break;
        h->writing = a.status == STATUS_WRITING;
        if (a.status == STATUS_STAGE) {
            text_clear(&h->stage);
            text_append_bytes(&h->stage, bytes->data + at + sizeof a, a.size);
        } else if (!h->writing) {
            h->answer = a;
            h->words = bytes->data + at + sizeof a;
            h->any = true;
        }
    }
}

/* The command was stopped: a report of a run before this one would be taken for one of this run. */
static void remove_older(const struct options *o, time_t begin)
{
    named_files outputs = {0};
    struct stat status;
    options_outputs(o, &outputs);
    vector_each(const struct named_file *, f, &outputs)
        if (stat(f->path, &status) == 0 && S_ISREG(status.st_mode) && status.st_mtime < begin)
            outputs_leave_none(f->path);
    vector_free(&outputs);
}

/* It was stopped, by a limit or by the user; a fault is another matter. */
static bool is_stopped(const struct process *p)
{
    return p->end == PROCESS_TIMED_OUT || p->end == PROCESS_OUT_OF_MEMORY || p->end == PROCESS_INTERRUPTED;
}

int supervise(const struct options *o, supervised command, const char **failure)
{
    struct text out = {0};
    bool whole;
    int status = supervise_into(o, command, failure, &out, &whole);
    if (out.size && !outputs_show(o, &out))
        status = STATUS_INTERNAL;
    text_free(&out);
    return status;
}

int supervise_into(const struct options *o, supervised command, const char **failure, struct text *out, bool *whole)
{
    struct call call = {o, command, supervise_budget(o)};
    struct budget outer = call.budget;
    if (outer.deadline > 0)
        outer.deadline += CLOCK_WORKER_KILL;
    if (outer.memory)
        outer.memory += EXTRA_MEMORY;
    struct process p;
    time_t begin = time(NULL);
    *failure = NULL;
    int status = STATUS_UNKNOWN;
    progress_begin(o->timeout);
    if (process_fork(&p, in_copy, &call, &outer)) {
        p.grace = CLOCK_WORKER_INTERRUPTED;
        process_finish(&p);
    }
    if (p.end != PROCESS_EXITED && progress_is_shown())
        fputs("\r\033[K", stderr); /* the status line of a process that had no time to wipe it */
    struct heard heard = {0};
    take_in(&p.output, &heard);
    *whole = p.end == PROCESS_EXITED && p.status == 0;
    if (heard.any && (*whole || is_stopped(&p))) {
        status = heard.answer.status;
        text_append_bytes(out, heard.words, heard.answer.size);
        if (is_stopped(&p)) {
            log_warning("%s; this was found by then%s", process_end_words(&p),
                        heard.writing ? ", and the reports were still being written" : "");
            remove_older(o, begin);
        }
    } else if (p.end == PROCESS_EXITED && p.status) {
        status = STATUS_INTERNAL; /* fatal() has said why */
        *failure = "internal error";
    } else {
        *failure = process_end_words(&p);
        if (is_stopped(&p) && heard.stage.size)
            log_warning("%s; %s", *failure, text_string(&heard.stage));
    }
    text_free(&heard.stage);
    if (p.end == PROCESS_KILLED)
        log_error("the process that did the work was ended: %s", *failure);
    if (p.end == PROCESS_CRASHED) {
        log_error("internal error: %s; this is a bug in heddle", *failure);
        *failure = "internal error: crashed";
        status = STATUS_INTERNAL;
    }
    process_free(&p);
    return status;
}
