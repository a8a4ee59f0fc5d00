/* Abstract states and steps: what one thread can do next, and what that does to another thread (the dual-reference view
 * of chapter 3 of Kaiser's thesis: one active and one passive thread).
 *
 * A shared state is the values of the shared trackers, a local state a code, a location and the values of the
 * template's trackers. A tracker that says nothing at a location (its cells are dead there) has the value 0. Inside an
 * atomic section of several steps the shared state is busy: only the thread at an atomic location moves. */
#ifndef HEDDLE_ENGINES_MONOTONE_ABSTRACTION_H
#define HEDDLE_ENGINES_MONOTONE_ABSTRACTION_H

#include "engines/monotone/ask.h"
#include "engines/monotone/counting.h"
#include "program/reason.h"

struct abstract_step {      /* of a thread in a shared and a local state */
    uint32_t edge;          /* of its code */
    uint32_t shared, local; /* afterwards */
};

struct passive_step { /* of another thread, when the step is taken */
    uint32_t local;
    uint64_t pair; /* see pair_of() */
};

struct thread_view { /* what one thread sees */
    uint32_t shared, local;
};

struct span {
    uint32_t first, count;
};

/* A cell that is tracked by value and takes more and more values. */
struct crowded {
    uint32_t code; /* NONE: shared */
    expr e;
};

struct abstraction {
    struct monotone_model *model;
    struct ask ask;
    const struct budget *budget;
    struct intern shared, locals;
    struct map step_spans;    /* shared << 32 | local to span */
    struct map edges, before; /* edge to number; number << 32 | expression id to expression */
    VECTOR(struct abstract_step) steps;
    struct map acting; /* shared << 32 | local: abstraction_acts() */
    bool *noticed;     /* by cell: some tracker of a template mentions it, and it is shared */
    struct intern passive_keys;
    VECTOR(struct span) passive_spans;
    VECTOR(struct passive_step) passives;
    struct intern consistent_questions; /* questions of abstraction_consistent, */
    VECTOR(bool) consistent_answers;
    struct counted_cells counting;
    const struct bitset *wrong; /* cells whose counters are not to be used */
    struct bitset used;         /* cells whose counters have excluded something */
    uint32_t odd;               /* a cell whose counter turned out not to count, or NONE */
    struct map counted;         /* questions of abstraction_counts */
    uint32_t most_values;       /* of a cell that is tracked by value, */
    uint32_t fewer_values;      /* and if there are that many states; below 2: no matter how many */
    uint32_t many_states;
    bool hurried;          /* that was so */
    struct map seen;       /* hash of tracker and value: seen */
    struct map seen_count; /* expression id: how many */
    VECTOR(struct crowded) crowded;
    double cpu_end;               /* CPU seconds of the process at which to stop */
    const struct reason *stopped; /* why steps are missing, or NULL */
};

void abstraction_init(struct abstraction *s, struct monotone_model *m, const struct budget *budget, uint32_t most_values,
                      const struct bitset *wrong);
void abstraction_free(struct abstraction *s);

static inline uint32_t local_code(const struct abstraction *s, uint32_t local)
{
    return (uint32_t)(((const uint64_t *)intern_bytes(&s->locals, local, NULL))[0] >> 32);
}
static inline uint32_t local_location(const struct abstraction *s, uint32_t local)
{
    return (uint32_t)((const uint64_t *)intern_bytes(&s->locals, local, NULL))[0];
}
static inline const uint64_t *local_values(const struct abstraction *s, uint32_t local)
{
    return (const uint64_t *)intern_bytes(&s->locals, local, NULL) + 1;
}
static inline bool shared_busy(const struct abstraction *s, uint32_t shared)
{
    return ((const uint64_t *)intern_bytes(&s->shared, shared, NULL))[0] != 0;
}
static inline const uint64_t *shared_values(const struct abstraction *s, uint32_t shared)
{
    return (const uint64_t *)intern_bytes(&s->shared, shared, NULL) + 1;
}
const struct location *local_place(const struct abstraction *s, uint32_t local);

/* To be called with the number of states so far: if there are many, cells with more than fewer_values are crowded, and
 * the next time (with twice as many) those with one less. */
void abstraction_grows(struct abstraction *s, uint32_t states);

/* Whether it is time to stop; then *why says so. */
bool abstraction_spent(const struct abstraction *s, const struct reason **why);

/* Steps of a thread. */
struct span abstraction_steps(struct abstraction *s, uint32_t shared, uint32_t local);

/* Whether a thread there can do something that another thread may notice. */
bool abstraction_acts(struct abstraction *s, uint32_t shared, uint32_t local);

/* What a passive thread may be after step number `step` of the thread in `active`; pair: the pair trackers of (active,
 * passive). Empty if the two cannot be together when the step is taken. */
struct span abstraction_passive(struct abstraction *s, uint32_t shared, uint32_t active, uint32_t step, uint32_t passive,
                                uint64_t pair);

/* Whether the two can be together, as far as the trackers tell. */
bool abstraction_consistent(struct abstraction *s, uint32_t shared, uint32_t a, uint32_t b, uint64_t pair);

/* Whether the shared state leaves room for that many threads, by the cells that count threads. */
bool abstraction_counts(struct abstraction *s, uint32_t shared, const uint32_t *locals, uint32_t count);

/* Values of pair trackers of (a, b): bit i is tracker i of (a, b), bit 32 + i of (b, a). */
static inline uint64_t pair_turned(uint64_t pair) { return pair >> 32 | pair << 32; }

/* Calls found for every initial state of two threads, of these templates. */
void abstraction_initial(struct abstraction *s, uint32_t code_a, uint32_t code_b,
                         void (*found)(void *context, uint32_t shared, uint32_t a, uint32_t b, uint64_t pair), void *context);

/* Facts for ask: the shared state; a thread; another thread and the pair. */
void abstraction_tell_shared(struct abstraction *s, uint32_t shared);
void abstraction_tell_thread(struct abstraction *s, uint32_t local, bool other);
/* What these threads leave to the ghosts: those that have begun and not yet taken the step that one counts. */
void abstraction_tell_capacity(struct abstraction *s, const uint32_t *locals, uint32_t count);
void abstraction_tell_pair(struct abstraction *s, uint32_t a, uint32_t b, uint64_t pair);

#endif
