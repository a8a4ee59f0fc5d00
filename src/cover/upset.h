/* An upward-closed set of states, kept as its minimal elements (an antichain).
 *
 * "Is some element below s?" is asked for every predecessor, and decides the speed. For each control the elements
 * are in a tree: a leaf is a short list; a leaf that grows long is split, each element going to the child of one of
 * its places, the one with the fewest elements so far. All elements in the subtree of a child hold its place, so the
 * question visits only children of places that s holds. Masks and totals (of single elements, and what all elements
 * of a subtree have in common) reject most of the rest without touching a state. "Which elements are above s?" reads
 * the shortest of the lists, by place, of everything that holds it. */
#ifndef HEDDLE_COVER_UPSET_H
#define HEDDLE_COVER_UPSET_H

#include "cover/state.h"

struct upset_entry {
    uint64_t mask;
    uint32_t total;
    uint32_t id; /* in `elements` */
};
struct upset_child {
    uint32_t place, node;
};
struct upset_node {
    VECTOR(struct upset_entry) entries;
    VECTOR(struct upset_child) children; /* sorted by place */
    uint64_t common;                     /* places that all elements of the subtree hold */
    uint64_t child_places;               /* mask */
    uint32_t least;                      /* no total in the subtree is smaller */
    uint32_t count;                      /* elements in the subtree */
    uint32_t parent;                     /* node, UPSET_NONE for a root */
    uint32_t place;                      /* the parent's child of this place */
    bool split;
};
struct upset_element {
    const struct state *state; /* NULL: removed */
    uint32_t tag;              /* the user's */
    uint32_t node;
};
struct upset {
    uint32_t places, controls;
    uint32_t *roots;      /* by control: 1 + the node, 0 none */
    u32_vector **holding; /* by control: NULL, or lists of elements by place */
    VECTOR(struct upset_node) nodes;
    VECTOR(struct upset_element) elements;
    uint32_t size; /* elements that are there */
};

#define UPSET_NONE UINT32_MAX

void upset_init(struct upset *u, const struct system *s);
void upset_free(struct upset *u);

/* The tag of an element below or equal to s, or UPSET_NONE. */
uint32_t upset_below(const struct upset *u, const struct state *s);

/* Adds s, which must have no element below it, and removes the elements above it; their tags are appended to *removed
 * (may be NULL). s must live as long as the set. Returns the element's number, for upset_remove. */
uint32_t upset_add(struct upset *u, const struct state *s, uint32_t tag, u32_vector *removed);
void upset_remove(struct upset *u, uint32_t element);

bool upset_valid(const struct upset *u); /* an antichain, indexed; slow */

#define upset_each(e, u)                                                                                                           \
    for (const struct upset_element *e = (u)->elements.data; e && e < (u)->elements.data + (u)->elements.size; e++)                \
        if (e->state)

#endif
