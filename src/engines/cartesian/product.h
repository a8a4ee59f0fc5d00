/* Cartesian products of rows, one row for each thread.
 *
 * Threads that cannot be told apart form a class, and a product is kept together with all that come from it by
 * exchanging threads of a class: a row for every class (what its threads have), and a few deviations (one thread of
 * this class has that row instead). The n products of n rows of the paper's section 5 are one such family. A class of
 * one thread has no deviations. A deviation stands for a thread of its own: two deviations of a class are two threads.
 */
#ifndef HEDDLE_ENGINES_CARTESIAN_PRODUCT_H
#define HEDDLE_ENGINES_CARTESIAN_PRODUCT_H

#include "engines/cartesian/rows.h"

enum { MOST_DEVIATIONS = 4 };

struct deviation {
    uint32_t class;
    row row;
};

struct product {
    row *rows; /* by class */
    struct deviation deviations[MOST_DEVIATIONS];
    uint32_t deviation_count;
};

struct product_space { /* what products are made of */
    struct rows rows;
    uint32_t class_count;
    uint32_t *size; /* by class: threads */
};

struct product product_copy(const struct product_space *s, const struct product *p);
void product_free(struct product *p);
bool product_empty(const struct product_space *s, const struct product *p);

/* Threads of the class that have the class's row. */
uint32_t product_plain(const struct product_space *s, const struct product *p, uint32_t class);

/* Takes from the rows of p what lies in exception e whatever the other threads do: afterwards p contains all of (p
 * before) minus e, and is the smallest such product as far as this one exception goes (Propositions 7 and 8 of the
 * paper). True if p changed; p is empty (all rows 0) if it lies within e. */
bool product_reduce(struct product_space *s, struct product *p, const struct product *e);

/* Whether p, with all exchanges, lies within e. */
bool product_within(struct product_space *s, const struct product *p, const struct product *e);

#endif
