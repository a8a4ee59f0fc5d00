/* libheddle: verification of multi-threaded C programs from C.
 *
 *     heddle_session *s = heddle_new();
 *     heddle_add_file(s, "queue.c");
 *     heddle_set_property(s, "race,deadlock");
 *     if (heddle_run(s) == HEDDLE_FALSE) ...
 *     heddle_free(s);
 *
 * A program with a loop of its own does not wait: heddle_start(), then heddle_poll() whenever heddle_fd() can be read.
 *
 * The work is done by the program heddle in a process of its own: whatever happens there, the caller goes on. Sessions are independent:
 * several may run at the same time in different threads; one session belongs to one thread at a time, but for heddle_cancel(). Strings
 * that are given are copied; what is returned belongs to the session and is good until it runs again or is freed.
 *
 * Interface 1.2. Functions are only added, and fields only at the ends of structures, which callers never make themselves. */
#ifndef HEDDLE_H
#define HEDDLE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct heddle_session heddle_session;

typedef enum heddle_verdict {
    HEDDLE_TRUE = 0,    /* everything asked for is proved */
    HEDDLE_FALSE = 1,   /* there is a schedule that breaks it */
    HEDDLE_UNKNOWN = 2, /* not decided; heddle_reason() says why */
    HEDDLE_ERROR = 3    /* it could not be asked (a file that does not compile ...); heddle_reason() says why */
} heddle_verdict;

typedef enum heddle_answer { HEDDLE_PROVED = 0, HEDDLE_VIOLATED = 1, HEDDLE_OPEN = 2 } heddle_answer;

/* One stretch of steps of one thread. */
typedef struct heddle_step {
    const char *thread; /* "main", "worker#2" */
    const char *file;   /* or NULL */
    unsigned line, column;
    const char *words; /* "reads c = 0, c = 1", "locks m" */
} heddle_step;

typedef struct heddle_check {
    const char *property; /* "race" */
    const char *claim;    /* what is so, or would be wrong: "no race on 'c'", "race on 'c'" */
    const char *file;     /* or NULL; so are the others where there is nothing to say */
    unsigned line, column;
    const char *function;
    heddle_answer answer;
    const char *engine;       /* who answered */
    const char *reason;       /* why it is open */
    const heddle_step *steps; /* the schedule that violates it */
    size_t step_count;
    /* Since 1.1. */
    const char *json; /* of news: the same as a check of docs/report.schema.json; else NULL, since heddle_json() has it */
} heddle_check;

/* What holds whenever a thread is at a place, of a proof. */
typedef struct heddle_invariant {
    const char *thread; /* the function that the thread runs */
    const char *file;   /* or NULL */
    unsigned line, column;
    const char *text;              /* as the proof has it */
    const char *const *conditions; /* the same in C, over names of the source, as far as it can be said; the shortest first */
    size_t condition_count;
} heddle_invariant;

/* Called for every check of a property when the run for that property ends (heddle_on_check), or as soon as a check is decided, while others are
 * still asked (heddle_on_news): in the thread that runs the session. */
typedef void heddle_check_callback(const heddle_check *check, void *context);

const char *heddle_library_version(void);

heddle_session *heddle_new(void); /* NULL if there is no memory */
void heddle_free(heddle_session *s);

/* These return 0, or -1 if there is no memory (add_text: or no temporary file can be written; errno says why). */
int heddle_add_file(heddle_session *s, const char *path); /* several are linked */
int heddle_add_text(heddle_session *s, const char *name,
                    const char *text);                    /* name: as reports shall call it; headers are looked for in its folder */
int heddle_add_flag(heddle_session *s, const char *flag); /* -Iinclude, -DN=2, ... as heddle verify takes them */
int heddle_add_entry(heddle_session *s, const char *entry); /* a function that is a thread, instead of main; "f*": any number */
int heddle_set_property(heddle_session *s,
                        const char *names); /* reach (the default), race, ..., several with commas between, or all */
int heddle_set_engine(heddle_session *s, const char *name); /* auto is the default */
/* Any other option of heddle verify: ("machine", "32"), ("cache", folder), or a file that it writes: ("html", path), ("trace", path); a value of NULL: an option
 * that takes none. May be
 * called several times, also for the same name. Not for what has a function of its own, nor for json and news. */
int heddle_set_option(heddle_session *s, const char *name, const char *value);
/* Several properties are asked for one after the other, each in a run and with a report of its own; together is not 0: all in one run, with one time limit for each and
 * one report. */
void heddle_set_together(heddle_session *s, int together);
int heddle_set_program(heddle_session *s, const char *path);   /* the program heddle; else $HEDDLE, else "heddle" in PATH */
void heddle_set_timeout(heddle_session *s, double seconds);    /* for each property; 0 is none */
void heddle_set_memory(heddle_session *s, unsigned megabytes); /* 0 is no limit */
void heddle_on_check(heddle_session *s, heddle_check_callback *callback, void *context);
/* Without steps, and for the time of the call only. Not every check that is decided comes this way: the survey of a large program answers all at once. Of its races it tells
 * those that are open (HEDDLE_OPEN) before others are asked about them: they may be decided later. */
void heddle_on_news(heddle_session *s, heddle_check_callback *callback, void *context);

heddle_verdict heddle_run(heddle_session *s); /* waits for the answer */
/* The same without waiting. heddle_start returns 0, or -1 if nothing could be started; heddle_collect then says HEDDLE_ERROR. What an earlier start has left running is ended. */
int heddle_start(heddle_session *s);
int heddle_fd(
    heddle_session *
        s); /* can be read when heddle_poll has something to do (poll(), select(), epoll); the session's own; -1 if there is none */
int heddle_poll(heddle_session *s);               /* does what there is to do, callbacks among it; 0: the run has ended */
heddle_verdict heddle_collect(heddle_session *s); /* the answer, after waiting for it if the run has not ended */
/* Ends a run within a fraction of a second; it then says HEDDLE_UNKNOWN. From any thread, or a signal handler. */
void heddle_cancel(heddle_session *s);

/* Since 1.2. The answer of a heddle verify --json=- that ran elsewhere, on another machine, say: the results are those of this session from now on, as if it had asked.
 * status: with which it exited, -1 if it did not; report: what it wrote to standard output, or NULL; messages: to standard error, or NULL. An answer of
 * one run, about one property or several. */
heddle_verdict heddle_take(heddle_session *s, int status, const char *report, const char *messages);

const char *heddle_reason(const heddle_session *s); /* "" if there is none */
const char *heddle_messages(
    const heddle_session *s); /* what the compiler and heddle said besides: errors, warnings, notes; "" if there is nothing */
/* Since 1.2: what heddle verify prints before its last two lines; "" unless it was asked for by heddle_set_option(s, "words", NULL). */
const char *heddle_words(const heddle_session *s);
size_t heddle_count(const heddle_session *s, heddle_answer answer); /* since 1.2: how many checks have it, those of a large program too, which are not all listed */
size_t heddle_check_count(const heddle_session *s);
const heddle_check *heddle_check_at(const heddle_session *s, size_t i); /* i < heddle_check_count(s) */
size_t heddle_invariant_count(const heddle_session *s);
const heddle_invariant *heddle_invariant_at(const heddle_session *s, size_t i); /* i < heddle_invariant_count(s) */
const char *heddle_json(const heddle_session *s,
                        size_t i); /* the report of the i-th property (docs/report.schema.json); NULL if there is none */

#ifdef __cplusplus
}
#endif

#endif
