/* What heddle replay links with the user's program: real threads that take turns exactly as a schedule says.
 *
 * schedule.h, which heddle writes beside this file, defines the entries. A thread that comes to a gate whose position is that of its
 * next entry waits there until the entry's turn; it has its turn until it comes to its next gate, blocks or ends. Entries
 * that are the thread's own have no turn, they only keep gates and entries in step. Other gates are passed: heddle does not
 * know them. Where the schedule says what a load finds in memory that nobody has written, it is put there. When a thread has no entries left it stops, or runs to its end if the
 * schedule says that it ends. If nothing goes on for some seconds, the program has left the schedule.
 *
 * Races, deadlocks and misused locks: the schedule also says where threads are when it has ended. Two threads that stand at gates
 * before the same memory are a race; if all wait in calls that do not return, that is a deadlock.
 *
 * Memory and overflow: the thread makes the access, or computes, and a sanitizer sees it. If it does so after the last entry, that is the
 * failure; what it reports is passed on.
 *
 * Ends the process with 10 if the program fails where the schedule ends, with 11 if it does not go that way. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "replay.h"
#include "schedule.h" /* struct entry entries[], ENTRIES, struct input inputs[], INPUTS, ends[], THREADS, awaited[], ... */

struct thread {
    int number;
    int next;         /* its next entry, or ENTRIES */
    int holding;      /* the entry whose turn it has, or -1 */
    int line, column; /* of the last gate */
    int input;        /* inputs looked at so far */
    void *(*function)(void *);
    void *argument;
};

static struct thread threads[THREADS + 64];
static __thread struct thread *self;
enum { PATIENCE = 5 }; /* seconds */
static int turn;       /* the entry whose turn it is, never one that is a thread's own */
static long progress;  /* entries that were passed */
static int ended;      /* main is through, or exit was called */
static int creating = -1;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

extern int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
extern int __real_pthread_join(pthread_t, void **);
extern int __real_pthread_mutex_lock(pthread_mutex_t *);
extern int __real_pthread_mutex_unlock(pthread_mutex_t *);
extern int __real_pthread_cond_broadcast(pthread_cond_t *);
extern int __real_pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);

void heddle_stop(int status, const char *words)
{
    fprintf(stderr, "replay: %s\n", words);
    fflush(NULL);
    _exit(status);
}

/* The first entry from here on that is not a thread's own. */
static int shared_from(int from)
{
    while (from < ENTRIES && entries[from].own)
        from++;
    return from;
}

static void fail(const char *words)
{
    if (shared_from(turn + 1) < ENTRIES) {
        fprintf(stderr, "replay: diverged: %s after %d of %d entries\n", words, turn, ENTRIES);
        fflush(NULL);
        _exit(11);
    }
    heddle_stop(10, words);
}

static void forever(void)
{
    for (;;)
        pause();
}

static int next_of(int thread, int from)
{
    while (from < ENTRIES && entries[from].thread != thread)
        from++;
    return from;
}

static struct thread *me(void)
{
    if (!self) { /* main */
        self = &threads[0];
        self->holding = -1;
        self->next = next_of(0, 0);
    }
    return self;
}

/* The turn goes on. */
static void finish(struct thread *t)
{
    if (t->holding < 0)
        return;
    __real_pthread_mutex_lock(&guard);
    turn = shared_from(t->holding + 1);
    t->holding = -1;
    __real_pthread_cond_broadcast(&changed);
    __real_pthread_mutex_unlock(&guard);
}

static void pass(struct thread *t, void *address, int bytes)
{
    const struct entry *e = &entries[t->next];
    if (e->found && address && bytes <= (int)sizeof e->value)
        memcpy(address, &e->value, (size_t)bytes);
    __atomic_add_fetch(&progress, 1, __ATOMIC_RELAXED);
    if (e->creates >= 0)
        creating = e->creates;
    t->next = next_of(t->number, t->next + 1);
}

static void take(struct thread *t, void *address, int bytes)
{
    __real_pthread_mutex_lock(&guard);
    while (turn != t->next)
        __real_pthread_cond_wait(&changed, &guard);
    t->holding = t->next;
    pass(t, address, bytes);
    __real_pthread_mutex_unlock(&guard);
}

static void *watch(void *unused)
{
    (void)unused;
    long before = -1;
    for (int seconds = 0; seconds < PATIENCE; seconds++) {
        long now = __atomic_load_n(&progress, __ATOMIC_RELAXED);
        seconds = now == before ? seconds : 0;
        before = now;
        sleep(1);
    }
    if (ended || turn >= ENTRIES)
        fprintf(stderr, "replay: diverged: %s without a failure, after %d of %d entries\n",
                ended ? "the program ended" : "the schedule ended", turn, ENTRIES);
    else
        fprintf(stderr, "replay: diverged: entry %d (thread %d, line %d) is not reached\n", turn, entries[turn].thread,
                entries[turn].line);
    fflush(NULL);
    _exit(11);
}

static int matches(const struct thread *t, int line, int column, int class, int part)
{
    const struct entry *e = &entries[t->next];
    if (e->part && part && e->part != part)
        return 0;
    return e->line == line && e->column == column && (class == 'c' || e->kind == class || e->kind == 'c');
}

/* One call may be several entries. What it does is done when the last of them has its turn. */
static void finish_call(struct thread *t, int line, int column)
{
    while (t->next < ENTRIES && entries[t->next].more && matches(t, line, column, 'c', 0)) {
        if (entries[t->next].own) {
            pass(t, NULL, 0);
        } else {
            finish(t);
            take(t, NULL, 0);
        }
    }
}

/* --- how a schedule ends that no assertion ends --- */

static struct arrival {
    int here;
    char *address; /* race; NULL: not known */
    int bytes;
} arrivals[AWAITED + 1];

static const struct place *awaited_of(const struct thread *t)
{
    for (int i = 0; i < AWAITED; i++)
        if (awaited[i].thread == t->number)
            return &awaited[i];
    return NULL;
}

static int is_at(const struct place *p, int line, int column, int class, int part)
{
    return p->line == line && p->column == column && (class == p->kind || class == 'c' || p->kind == 'c') &&
           (!p->part || !part || p->part == part);
}

static int meet(const struct arrival *a, const struct arrival *b)
{
    return a->here && b->here &&
           (!a->address || !b->address || (a->address < b->address + b->bytes && b->address < a->address + a->bytes));
}

/* The thread stands before its access; two of them before the same memory, and nothing else to do, are a race. Where one thread alone is
 * awaited, the other one has made its access in the schedule. */
static void about_to_race(struct thread *t, const struct place *p, void *address, int bytes)
{
    struct arrival *mine = &arrivals[p - awaited];
    (void)t;
    __real_pthread_mutex_lock(&guard);
    *mine = (struct arrival){1, address, bytes};
    for (;;) {
        if (AWAITED == 1 && turn >= ENTRIES)
            heddle_stop(10, "the other access was made before, and nothing orders the two: a data race");
        for (int i = 0; turn >= ENTRIES && i < AWAITED; i++)
            if (&arrivals[i] != mine && meet(mine, &arrivals[i])) {
                void *at = address ? address : arrivals[i].address;
                fprintf(stderr, "replay: thread %d in line %d and thread %d in line %d are about to access the same memory",
                        p->thread, p->line, awaited[i].thread, awaited[i].line);
                fprintf(stderr, at ? ", at %p\n" : "\n", at);
                heddle_stop(10, "both accesses are next: a data race");
            }
        __real_pthread_cond_wait(&changed, &guard);
    }
}

/* What happens next happens when all entries were passed. */
static void wait_for_end(void)
{
    __real_pthread_mutex_lock(&guard);
    while (turn < ENTRIES)
        __real_pthread_cond_wait(&changed, &guard);
    __real_pthread_mutex_unlock(&guard);
}

void heddle_seen(const char *words)
{
    struct thread *t = me();
    if (t->number != failing || t->next < ENTRIES) {
        fprintf(stderr, "replay: diverged: %s in thread %d after %d of %d entries\n", words, t->number, turn, ENTRIES);
        fflush(NULL);
        _exit(11);
    }
    finish(t);
    wait_for_end();
    heddle_stop(10, words);
}

void heddle_waits(void)
{
    struct thread *t = me();
    const struct place *p = awaited_of(t);
    if (!DEADLOCK || !p || t->next < ENTRIES || p->line != t->line || p->column != t->column)
        return;
    finish(t);
    __real_pthread_mutex_lock(&guard);
    arrivals[p - awaited].here = 1;
    __real_pthread_cond_broadcast(&changed);
    for (;;) {
        int waiting = 0;
        for (int i = 0; i < AWAITED; i++)
            waiting += arrivals[i].here;
        if (waiting == AWAITED && turn >= ENTRIES) {
            for (int i = 0; i < AWAITED; i++)
                fprintf(stderr, "replay: thread %d waits in line %d\n", awaited[i].thread, awaited[i].line);
            heddle_stop(10, "none of them can go on: a deadlock");
        }
        __real_pthread_cond_wait(&changed, &guard);
    }
}

void heddle_stay_if_over(void)
{
    struct thread *t = me();
    if (t->next < ENTRIES || awaited_of(t) || ends[t->number] || (t->number == failing && !RACE && !DEADLOCK))
        return;
    finish(t);
    forever();
}

int heddle_misuses(void)
{
    struct thread *t = me();
    const struct place *p = awaited_of(t);
    return LOCKS && p && t->next >= ENTRIES && p->line == t->line && p->column == t->column;
}

void heddle_gate(int line, int column, int class, int part, void *address, int bytes)
{
    struct thread *t = me();
    finish(t);
    t->line = line, t->column = column;
    if (t->next >= ENTRIES) {
        const struct place *p = awaited_of(t);
        if (RACE && p && is_at(p, line, column, class, part))
            about_to_race(t, p, address, bytes);
        if (p && is_at(p, line, column, class, part))
            wait_for_end();
        if (p || ends[t->number] || (t->number == failing && !RACE && !DEADLOCK))
            return; /* what is left is the way to its end, or to the failure */
        forever();
    }
    if (!matches(t, line, column, class, part))
        return;
    if (entries[t->next].own)
        pass(t, address, bytes);
    else
        take(t, address, bytes);
    if (class == 'c')
        finish_call(t, line, column);
    const struct place *p = awaited_of(t);
    if (RACE && p && class == 'c' && !address && t->next >= ENTRIES && is_at(p, line, column, class, part)) {
        finish(t);
        about_to_race(t, p, NULL, 0); /* in the middle of the call, as memset may be */
    }
}

void heddle_blocked(const char *words)
{
    heddle_waits();
    if (me()->next >= ENTRIES)
        forever();
    heddle_stop(11, words);
}

void heddle_gate_again(void) { heddle_gate(me()->line, me()->column, 'c', 0, NULL, 0); }

/* --- threads --- */

static void *begin(void *argument)
{
    self = argument;
    void *result = self->function(self->argument);
    finish(self);
    return result;
}

int __wrap_pthread_create(pthread_t *id, const pthread_attr_t *a, void *(*f)(void *), void *argument);
int __wrap_pthread_create(pthread_t *id, const pthread_attr_t *a, void *(*f)(void *), void *argument)
{
    static int extra = THREADS;
    int n = creating >= 0 ? creating : extra++;
    creating = -1;
    if (n >= THREADS + 64)
        heddle_stop(11, "diverged: too many threads");
    struct thread *t = &threads[n];
    *t = (struct thread){.number = n, .next = next_of(n, 0), .holding = -1, .function = f, .argument = argument};
    pthread_attr_t small; /* 32-bit programs have no room for many large stacks */
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 1 << 20);
    return __real_pthread_create(id, a ? a : &small, begin, t);
}

int __wrap_thrd_create(pthread_t *id, int (*f)(void *), void *argument);
int __wrap_thrd_create(pthread_t *id, int (*f)(void *), void *argument)
{
    return __wrap_pthread_create(id, NULL, (void *(*)(void *))f, argument) ? 2 /* thrd_error */ : 0;
}

int __wrap_pthread_join(pthread_t id, void **result);
int __wrap_pthread_join(pthread_t id, void **result)
{
    finish(me());
    if (DEADLOCK && pthread_tryjoin_np(id, result) == 0)
        return 0;
    heddle_waits();
    return __real_pthread_join(id, result);
}

int __wrap_thrd_join(pthread_t id, int *result);
int __wrap_thrd_join(pthread_t id, int *result)
{
    void *returned = NULL;
    finish(me());
    heddle_waits();
    int failed = __real_pthread_join(id, &returned);
    if (result)
        *result = (int)(intptr_t)returned;
    return failed ? 2 : 0;
}

void __real_pthread_exit(void *) __attribute__((noreturn));
void __wrap_pthread_exit(void *result) __attribute__((noreturn));
void __wrap_pthread_exit(void *result)
{
    finish(me());
    __real_pthread_exit(result);
}

/* --- what verification tasks call --- */

unsigned long long heddle_input(void)
{
    struct thread *t = me();
    for (int i = t->input; i < INPUTS; i++)
        if (inputs[i].thread == t->number && inputs[i].line == t->line && inputs[i].column == t->column) {
            t->input = i + 1;
            return inputs[i].value;
        }
    return 0;
}

#define NONDET(name, type)                                                                                                         \
    type __VERIFIER_nondet_##name(void);                                                                                           \
    __attribute__((weak)) type __VERIFIER_nondet_##name(void) { return (type)heddle_input(); }
NONDET(bool, _Bool)
NONDET(char, char)
NONDET(uchar, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(int, int)
NONDET(uint, unsigned)
NONDET(unsigned, unsigned)
NONDET(u32, unsigned)
NONDET(long, long)
NONDET(ulong, unsigned long)
NONDET(longlong, long long)
NONDET(ulonglong, unsigned long long)
NONDET(size_t, size_t)
NONDET(loff_t, long long)
NONDET(pchar, char *)
NONDET(pointer, void *)

void __VERIFIER_error(void);
__attribute__((weak)) void __VERIFIER_error(void) { fail("__VERIFIER_error is called"); }
void reach_error(void);
__attribute__((weak)) void reach_error(void) { fail("reach_error is called"); }
void __VERIFIER_assert(int c);
__attribute__((weak)) void __VERIFIER_assert(int c)
{
    if (!c)
        fail("__VERIFIER_assert fails");
}
void __VERIFIER_assume(int c);
__attribute__((weak)) void __VERIFIER_assume(int c)
{
    if (!c)
        forever();
}
void __VERIFIER_atomic_begin(void);
__attribute__((weak)) void __VERIFIER_atomic_begin(void) {}
void __VERIFIER_atomic_end(void);
__attribute__((weak)) void __VERIFIER_atomic_end(void) {}

void __wrap___assert_fail(const char *text, const char *file, unsigned line, const char *function);
void __wrap___assert_fail(const char *text, const char *file, unsigned line, const char *function)
{
    fprintf(stderr, "%s:%u: %s: assertion '%s' fails\n", file, line, function, text);
    fail("the assertion fails");
}

/* --- the end --- */

/* Main is through, or somebody called exit: the others go on as long as the schedule does. */
static void wait_for_failure(void)
{
    finish(me());
    ended = 1;
    forever();
}

void __wrap_exit(int status) __attribute__((noreturn));
void __wrap_exit(int status)
{
    (void)status;
    wait_for_failure();
    _exit(11);
}

void __wrap_abort(void) __attribute__((noreturn));
void __wrap_abort(void)
{
    wait_for_failure();
    _exit(11);
}

extern int heddle_main(int, char **, char **);
int main(int argc, char **argv, char **environment)
{
    pthread_t watcher;
    turn = shared_from(0);
    heddle_watch_memory();
    __real_pthread_create(&watcher, NULL, watch, NULL);
    heddle_main(argc, argv, environment);
    wait_for_failure();
    return 11;
}
