/* An upward-closed set of states, kept as its minimal elements (an antichain).
 *
 * Every element has a key: one place of its support, the one whose list was shortest when it came. "Is some element
 * below s?" needs the lists of the places of s alone, and there a mask and a total reject most elements without touching
 * them. "Which elements are above s?" reads the shortest of the full lists, by place, of everything that holds it. */
#ifndef HEDDLE_COVER_UPSET_H
#define HEDDLE_COVER_UPSET_H

#include "cover/state.h"

struct upset_entry {
    uint64_t mask;
    uint32_t total;
    uint32_t id; /* in `elements` */
};
typedef VECTOR(struct upset_entry) entry_list;

struct upset_control { /* lists by place + 1; 0 is for the state without tokens */
    entry_list *keyed;
    u32_vector *holding;
};
struct upset_element {
    const struct state *state; /* NULL: removed */
    uint32_t tag;              /* the user's */
    uint32_t key;
};
struct upset {
    uint32_t places, controls;
    struct upset_control *by_control;
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

#define upset_each(e, u)                                                                                               \
    for (const struct upset_element *e = (u)->elements.data; e && e < (u)->elements.data + (u)->elements.size; e++)    \
        if (e->state)

#endif
