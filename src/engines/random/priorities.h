/* Who goes first in a drawn run (runs.h): an order of the instances. The first that can move moves; then the order may change.
 *
 * Most runs are as by Burckhardt, Kothari, Musuvathi, Nagarakatte ("A Randomized Scheduler with Probabilistic Guarantees of
 * Finding Bugs", ASPLOS 2010): the order is drawn, and at a few drawn steps the running thread is put back. So a violation
 * that needs few interruptions is likely, however many threads there are. Different from there, an interrupted thread
 * comes back anywhere among the others, and so does one that has run for long: it may wait in a loop for somebody else. Main goes
 * first while it has threads to create; otherwise they could not run in any order. The end of the program comes last.
 * In half of the runs that are interrupted this is where a thread acts on what it has read (windows.h).
 * In the other runs threads take turns of a few steps (the first one may be longer: it ends where a loop begins), or
 * everything is drawn. */
#ifndef HEDDLE_ENGINES_RANDOM_PRIORITIES_H
#define HEDDLE_ENGINES_RANDOM_PRIORITIES_H

#include "engines/random/texts.h"

#include <stdbool.h>
#include <stdint.h>

enum { MOST_CHANGES = 6 };
enum manner { MANNER_INTERRUPTED, MANNER_IN_TURN, MANNER_MIXED };

struct priorities {
    uint64_t seed;
    uint32_t count;        /* of instances; main is 0 */
    uint32_t *order;       /* the most urgent first; those that have ended last */
    uint32_t alive;        /* have not ended */
    uint32_t length;       /* steps of the longest run so far */
    uint32_t most_windows; /* that a run has come through so far */
    /* Of the current run: */
    enum manner manner;
    bool main_first, main_last;
    uint32_t steps, last, streak; /* steps so far; who moved last, how often in a row before */
    bool by_window;               /* interruptions are where they may do harm (windows.h): changes count those places, not steps */
    uint32_t windows;             /* so far */
    uint8_t *first_turn;          /* in turn, by instance: how much longer its first turn is: it begins before its loop does */
    uint32_t patience, changes[MOST_CHANGES], change_count;
    uint64_t by_site;      /* for inputs: 0, or each place that gives some has a manner of its own (draw_inputs.c) */
    uint32_t grown;        /* how often values were drawn that grow */
    struct text_rest text; /* for inputs that are characters */
    const struct texts *texts;
    /* For inputs: where objects begin, so that an arbitrary address is one, and how wide addresses are. None unless steering helps. */
    uint64_t *addresses;
    uint32_t address_count, address_width;
};

enum { MOVED_ENDED = 1, MOVED_HALTS = 2, MOVED_CREATES = 4, MOVED_WINDOW = 8 };

bool priorities_valid(const struct priorities *u); /* order is a permutation, and the living come first */

void priorities_init(struct priorities *u, uint32_t count, uint64_t seed);
void priorities_free(struct priorities *u);
void priorities_begin(struct priorities *u); /* a run */
/* The instance at this place of the order has moved; what: it has ended, would end the program next, may still create others, is
 * where an interruption may do harm. */
void priorities_moved(struct priorities *u, uint32_t at, unsigned what);

uint64_t draw_bits(struct priorities *u);
uint32_t draw_below(struct priorities *u, uint32_t n);

#endif
