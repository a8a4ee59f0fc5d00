/* The engine wide: whole programs in outline (program/outline.h), one thread at a time, procedures by their summaries. It answers for every
 * pair of accesses that might race whether it certainly does not, and why.
 *
 * In this order: threads.c says which kinds of threads there are and who runs what; batches.c which of them loops create and number; order.c which of them may run beside which point;
 * loads.c which pointers are the same one, read again; targets.c where they lead; sharing.c which memory several threads reach; fresh.c what nobody else knows yet, and what is handed to a thread; locks.c which locks are certainly held where; pairs.c puts it together, records.c by lines of the source. What they say holds for
 * every run of the outline, in which any branch may go either way; that accesses stay within their objects is taken for granted and said. */
#ifndef HEDDLE_ENGINES_WIDE_WIDE_H
#define HEDDLE_ENGINES_WIDE_WIDE_H

#include "base/bitset.h"
#include "base/clock.h"
#include "engines/wide/sets.h"
#include "program/outline_owners.h"

struct text;

/* What is missing at pairs that are open: of locks, and in the order of threads. */
enum wide_lock_gap {
    WIDE_NONE_LOCKED,
    WIDE_ONE_LOCKED,
    WIDE_DIFFERENT_LOCKS,
    WIDE_PERHAPS_SAME_LOCK,
    WIDE_BOTH_SHARED,
    WIDE_LOOSE_LOCK,
    WIDE_LOCK_ITSELF,
    WIDE_LOCK_GAPS
};

enum wide_order_gap { WIDE_ONE_KIND, WIDE_UNTIL_JOINED, WIDE_MANY_CREATED, WIDE_OTHER_KINDS, WIDE_WITH_HANDLER, WIDE_ORDER_GAPS };

/* A kind of thread: what one step creates with one procedure; kind 0 is main. */
struct wide_kind {
    uint32_t step; /* that creates it; NONE for main */
    uint32_t entry;
    bool unique;               /* there is never more than one in a run */
    bool alone;                /* there is never more than one at a time (order.c) */
    struct bitset procedures;  /* that it may run */
    struct bitset creators;    /* kinds that may create it */
    struct bitset descendants; /* kinds that it may create, and theirs */
};

/* A batch of threads (program/outline.h). */
struct wide_batch {
    uint32_t kind, creator;   /* kinds: of its threads, of the one that creates them */
    bool holds;               /* what the outline says of it */
    struct bitset steps;      /* of the creator's, that write what the batch relies on */
    struct bitset procedures; /* with such steps, also by calls */
    bool numbers_stay;        /* each thread finds its number where it was put (outline_batch.has_number) */
};

struct wide {
    const struct outline *outline;
    VECTOR(struct wide_kind) kinds;
    VECTOR(struct bitset) kinds_of; /* procedure: kinds that may run it */
    u32_vector procedure_of;        /* step to procedure */
    u32_vector block_of;            /* step to block, by its number in the outline */
    VECTOR(u32_vector) callers;     /* procedure: steps that call it */
    struct bitset in_loop;          /* blocks that may be entered again in one activation */
    struct bitset once;             /* procedures that run once at most in a run */
    struct bitset ends_thread;      /* procedures with a step that ends the thread */
    u32_vector callees_first;       /* procedures that run, callees before callers as far as there is no recursion */
    struct bitset shared;           /* objects that several threads may reach */
    VECTOR(struct wide_batch) batches;
    struct order *order;         /* order.c */
    struct locks *locks;         /* locks.c */
    struct fresh *fresh;         /* fresh.c */
    struct arguments *arguments; /* arguments.c */
    struct outline_owners owners;
    struct trees *trees;         /* trees.c */
    VECTOR(u32_vector) same;     /* procedure, value: an earlier value that it is the same as, or itself (loads.c) */
    struct targets *targets;     /* targets.c */
    struct bitset no_homes;      /* classes of homes of which nothing holds (readings.c) */
    VECTOR(struct bitset) alone; /* procedure: parameters that lead to memory that nobody else has (lists.c) */
};

struct wide *wide_begin(const struct outline *o);
void wide_end(struct wide *w);
void wide_threads(struct wide *w);
void wide_order(struct wide *w);
void wide_sharing(struct wide *w);
void wide_locks(struct wide *w);
void wide_fresh(struct wide *w);
void wide_lists(struct wide *w);
void wide_trees(struct wide *w);
void wide_trees_free(struct trees *all);
void wide_loads(struct wide *w, bool ordered); /* to be found again when the order of threads is known */
void wide_fresh_free(struct fresh *f);
void wide_arguments(struct wide *w);
void wide_arguments_free(struct arguments *a);
void wide_order_free(struct order *o);
void wide_locks_free(struct locks *l);

/* Objects with mutexes that may be of other kinds than the normal one. */
void wide_lock_kinds(const struct outline *o, struct bitset *out);
/* And those with locks that a thread may have twice, or fails to take if it has it; the number of objects stands for memory that the program does not show. */
void wide_locks_again(const struct outline *o, struct bitset *out);
/* A procedure that may run again before it has returned. */
bool wide_is_recursive(const struct wide *w, uint32_t procedure);
/* The first value that a value of a procedure is certainly the same as, wherever it is used. */
uint32_t wide_same(const struct wide *w, uint32_t procedure, uint32_t value);
/* Whether the address of a step, which is said to lead there, may be in the object where threads of this kind are at the step. */
bool wide_may_lead_to(const struct wide *w, uint32_t kind, uint32_t step, uint32_t object);
void wide_targets(struct wide *w);
void wide_targets_free(struct targets *t);
/* An object that there is once at most. */
bool wide_unique_object(const struct wide *w, uint32_t object);
/* Whether threads of these kinds (a at step x, b at step y) may be there at the same time. */
bool wide_parallel(const struct wide *w, uint32_t a, uint32_t x, uint32_t b, uint32_t y);
/* An access to memory that nobody else knows yet. */
bool wide_is_fresh(const struct wide *w, uint32_t step);
/* A call passes the address of such memory. */
bool wide_passes_fresh(const struct wide *w, uint32_t step, uint32_t argument);
/* The value of a procedure is what the thread that runs it got as its argument, plus an offset. */
bool wide_is_argument(const struct wide *w, uint32_t procedure, uint32_t value, int64_t *offset);
/* At this step of the creator's all living threads of the batch's kind are of one batch, and what it relies on has not been written. */
bool wide_in_batch(const struct wide *w, uint32_t batch, uint32_t step);
/* An access through the argument of the thread that makes it. */
bool wide_through_argument(const struct wide *w, uint32_t step);
/* Accesses through the thread's argument, of which each thread of this kind has another one. */
bool wide_separate(const struct wide *w, uint32_t kind, uint32_t x, uint32_t y);
/* Each thread of this kind has another argument, which nobody gives to another one before it has ended. */
bool wide_has_own_argument(const struct wide *w, uint32_t kind);
/* The access is to memory that its procedure has made for the threads of a creating step, and that none of them that lives has got; the step, or NONE. */
uint32_t wide_not_given(const struct wide *w, uint32_t step);
/* What the step gives to a thread may be given back by it, and then to another one. */
bool wide_gives_twice(const struct wide *w, uint32_t create);
/* The tree that an object belongs to (trees.c), as a number; 0 if to none. */
uint32_t wide_tree(const struct wide *w, uint32_t object);
/* The access is to a record whose thread has been waited for, if it is to this object of a tree. */
bool wide_is_taken_back(const struct wide *w, uint32_t step, uint32_t object);
/* Accesses to an object by different threads that certainly do not have the same one of its kind. */
bool wide_own_trees(const struct wide *w, uint32_t a, uint32_t x, uint32_t b, uint32_t y, uint32_t object);
/* What is known of the moment when the one thread of a kind is at a step, as numbers that are equal where the same is known. */
uint32_t wide_moment(const struct wide *w, uint32_t kind, uint32_t step, uint32_t *joined);
/* The locks held at a step, as a number that is equal where they are the same. */
uint32_t wide_held(const struct wide *w, uint32_t step);
/* Whether the lock at the address of the step is certainly held there. */
bool wide_certainly_holds(const struct wide *w, uint32_t step);
bool wide_may_be_same_lock(const struct outline *o, const struct outline_address *a, const struct outline_address *b);
/* Whether a lock is held there whose place is known relative to what the step accesses. */
bool wide_held_beside(const struct wide *w, uint32_t step);
/* Locks in this object protect nothing; whether that is new. */
bool wide_distrust(struct wide *w, uint32_t object);
/* An access to memory that nobody else has, if lists are what the outline says: then no two such accesses race. To be asked when all locks are known that are not to be trusted. */
bool wide_is_alone(const struct wide *w, uint32_t step);
bool wide_lists_hold(const struct wide *w);
/* A lock that certainly excludes one step while another thread is at the other, if both access the same address; NULL if there is none. */
const char *wide_common_lock(const struct wide *w, uint32_t x, uint32_t y, struct arena *words);

/* The same, if both access the same object that has a home: by a lock in that (homes.c). An access to an object that has none yet. Whether it matters where homes are: a lock is held there, or there are none. */
const char *wide_lock_at_home(const struct wide *w, uint32_t x, uint32_t y, uint32_t object, struct arena *words);
bool wide_is_unsettled(const struct wide *w, uint32_t step, uint32_t object);
bool wide_home_matters(const struct wide *w, uint32_t step);

/* Of two steps where locks are held, none of which excludes: the most that any two have in common (gaps.c). */
enum wide_lock_gap wide_compare_locks(const struct wide *w, uint32_t x, uint32_t y);

/* Why kinds a at step x and b at step y are not there at the same time, in words; NULL if they may be. */
const char *wide_why_apart(const struct wide *w, uint32_t a, uint32_t x, uint32_t b, uint32_t y, struct arena *words);
/* The calls that lead from the entry of a kind of thread to a step: the shortest way. */
void wide_call_path(const struct wide *w, uint32_t kind, uint32_t step, u32_vector *calls);
/* "main (process at 12, get at 34)": who makes a step, by which calls. */
void wide_path_words(const struct wide *w, uint32_t kind, uint32_t step, struct text *out);
/* Where a step stands in the source: what a function without text does, where that is called. */
struct position wide_position(const struct wide *w, uint32_t kind, uint32_t step);
/* What a lock is called, "q.guard". */
const char *wide_lock_name(const struct wide *w, const struct outline_address *where, struct arena *words);
/* Whether a thread certainly holds a lock at one step that it certainly holds at the other as well, so that no two threads are at these steps at the same time. */
bool wide_gated(const struct wide *w, uint32_t x, uint32_t y);
/* The names of the locks that are certainly held at a step, separated by commas. */
void wide_held_names(const struct wide *w, uint32_t step, struct text *out);

enum wide_reason { WIDE_OPEN, WIDE_ORDER, WIDE_LOCK };

/* Two source lines that access one variable in different threads. */
struct wide_pair {
    uint32_t a, b;           /* steps */
    uint32_t variable;       /* into wide_result.variables */
    uint8_t reason;          /* why they do not race, or WIDE_OPEN */
    const char *why;         /* in words; NULL if open */
    uint32_t kind_a, kind_b; /* WIDE_OPEN: threads that may make them */
    uint32_t score;          /* WIDE_OPEN: how much speaks for a race */
};

struct wide_variable {
    uint32_t object;
    const char *name;
    uint32_t proved, locked, open; /* pairs; locked: of the proved ones, by a lock */
    uint32_t alike;                /* 0, or so many objects have some of its pairs, which are counted here alone */
    bool more;                     /* there are more that were not looked at: too many are open already */
    uint32_t score;                /* of its first open pair */
};

struct wide_result {
    struct wide *w;
    struct arena arena;
    VECTOR(struct wide_variable) variables;
    VECTOR(struct wide_pair) pairs; /* open ones first, what is most likely a race at the beginning */
    u32_vector untracked;           /* accesses through pointers of which nothing is known */
    uint32_t accesses, private_accesses;
    const char *stopped; /* why not all was looked at; NULL */
};

/* gaps.c */
struct wide_gaps {
    uint32_t lock[WIDE_LOCK_GAPS], order[WIDE_ORDER_GAPS];
};

void wide_count_gaps(const struct wide_result *r, struct wide_gaps *out);
const char *wide_lock_gap_words(enum wide_lock_gap gap);
const char *wide_order_gap_words(enum wide_order_gap gap);

/* misuse.c: wrong uses of locks, by lines of the source */
struct wide_misuse {
    uint32_t step; /* the first of the line */
    const char *what;
    bool proved; /* it cannot happen */
};

typedef VECTOR(struct wide_misuse) wide_misuses;

void wide_find_misuses(const struct wide *w, wide_misuses *out);

/* deadlock.c: whether a thread may wait for ever */
struct wide_doubt {
    uint32_t step; /* or NONE */
    const char *what;
};

/* A thread that holds one lock and waits for another; threads in a circle wait for each other. */
struct wide_waiting {
    uint32_t step, kind;
    const char *holds, *wants;
    bool closes; /* the last one of a circle: the first one of it holds what this one wants */
};

struct wide_deadlocks {
    struct arena arena;
    uint32_t waits; /* steps where a thread waits for a lock or a thread */
    VECTOR(struct wide_doubt)
    doubts; /* what may keep a thread waiting, or is not covered; no doubts and no circles: nobody waits for ever */
    VECTOR(struct wide_waiting) circles;
};

void wide_find_deadlocks(const struct wide *w, struct wide_deadlocks *out);
void wide_deadlocks_free(struct wide_deadlocks *d);

struct wide_result *wide_races(const struct outline *o, const struct budget *budget);
void wide_result_free(struct wide_result *r);

/* records.c: what is known of pairs of source lines; one that is open in some way is open */
struct records {
    const struct wide *w;
    struct wide_result *out;
    struct map known;    /* variable, lines and kinds of access to pair + 1 */
    struct intern files; /* names */
};
/* A number for where a step stands in the source. */
uint64_t wide_line_key(struct records *r, uint32_t step);
void wide_record(struct records *r, const struct wide_pair *pair);
void wide_rank(struct wide_result *r); /* scores, and the order of pairs and variables */

#endif
