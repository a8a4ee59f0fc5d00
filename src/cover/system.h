/* The one system that every reader makes and every search runs on: a control (the shared state), and counters, one a
 * place (a local state of .tts, a variable of .spec), changed by rules.
 *
 * A rule fires from (c, x) to (c', x') if c = from and x can be written as take + y with y >= need; then the tokens
 * of y move, each along one of the moves that leave its place (a place without a move keeps its tokens; NOWHERE
 * destroys), which gives z; and x' = z + give, which must not be negative. c' = to. In a rule that copies, a token
 * goes along all of the moves of its place at once. Rules without moves are those of Petri nets; moves make
 * broadcasts, transfers and resets. All of this is monotone.
 *
 * Tests for equality (x = k in a .spec) are not monotone. They are weakened to "lose what is above k", which keeps
 * every run and adds some: the system then says so in `inexact`, TRUE still holds, and a run counts only if it
 * replays with the tests taken literally (`exact`). */
#ifndef HEDDLE_COVER_SYSTEM_H
#define HEDDLE_COVER_SYSTEM_H

#include "base/arena.h"
#include "base/vector.h"

#include <stdbool.h>

#define NOWHERE UINT32_MAX
#define STATES_MAX (1u << 22) /* controls or places of a system */
#define COUNT_MAX (1u << 24)  /* largest number in an input */

struct token {
    uint32_t place, count; /* count > 0 */
};
struct change {
    uint32_t place;
    int32_t count; /* not 0 */
};
struct move {
    uint32_t from, to; /* to may be NOWHERE */
};

/* All lists are sorted by place (moves by from, then to) and free of duplicates. */
struct rule {
    uint32_t from, to;
    struct token *take, *need;
    struct change *give;
    struct move *moves;
    struct token *exact; /* the place must hold count exactly (0 allowed here) */
    uint32_t takes, needs, gives, moves_count, exacts;
    bool copies;            /* tokens take all moves of their place, not one of them */
    uint32_t line;          /* in the input, 0 if none */
    uint32_t first, second; /* the two rules of another system that this one stands for, in order; NOWHERE if none */
};

struct target {
    uint32_t control;
    struct token *tokens;
    uint32_t size;
    struct token *exact; /* tested literally on a run; `tokens` has the same places with >= */
    uint32_t exacts;
};

struct system {
    struct arena arena; /* owns everything below but the vectors' data */
    uint32_t controls, places;
    char **control_names, **place_names; /* NULL where numbers are the names */
    VECTOR(struct rule) rules;
    uint32_t init_control;
    struct token *init; /* at least (unbounded places) or exactly (others) this many */
    uint32_t inits;
    bool *init_unbounded; /* by place: any larger number, too */
    VECTOR(struct target) targets;
    const char *inexact; /* why runs are over-approximated, or NULL */
    bool broadcasts;     /* some rule has moves */
};

void system_free(struct system *s);

/* The fixed part of the initial marking of a place. */
uint32_t system_init_count(const struct system *s, uint32_t place);

/* Sorts and merges the lists of r, moves what r takes and gives back into need (rules without moves only), and adds it
 * unless it can never change anything. */
void system_add_rule(struct system *s, struct rule r);

/* The invariant of the lists, ranges of places and controls. */
bool system_valid(const struct system *s);

struct text;
void system_print_control(const struct system *s, uint32_t control, struct text *out);
void system_print_place(const struct system *s, uint32_t place, struct text *out);

#endif
