/* What is known at a point of a function about lists whose elements have one owner at a time (outline_lists.c): which values lead to which elements, and what is in heads and links while
 * their lock is held. */
#ifndef HEDDLE_FRONTEND_LIST_STATES_H
#define HEDDLE_FRONTEND_LIST_STATES_H

#include "base/vector.h"

#include <stdbool.h>

enum { MOST_LISTS = 16 };

/* Where a value leads: anywhere; nowhere; to element number k (from 0) of a list as it was when its lock was taken; to where its tail led then; to memory that this thread has alone, by the value that it was got
 * with. Elements may not be there; what comes behind the last one is null. Tails that lead to links: to the head; to a link in memory that is in no list and belongs to nobody, or nowhere; or one of these or to the last
 * element's link, which matters to nobody before it is read (list_state_read_tail). Some element of a list, or nowhere; and some element, or nowhere, of what came behind the memory that a value was got with, when all of a list
 * was taken out. */
enum list_term_kind {
    TERM_ANY,
    TERM_NULL,
    TERM_ELEMENT,
    TERM_LAST,
    TERM_OWN,
    TERM_HEAD,
    TERM_LOST,
    TERM_UNREAD,
    TERM_SOME,
    TERM_BEHIND
};

/* What a tail is whenever the lock is free: it leads to the last element; or it is null, or leads to what is in no list and belongs to nobody: both harm nobody. Where the list is empty, it is null, or is anything, too.
 * Or it leads to the link of the last element, and to the head where the list is empty (and where it is not: who puts something there loses the others, which then belong to nobody). */
enum list_tail { NO_TAIL, TAIL_NULL_IF_EMPTY, TAIL_ANY_IF_EMPTY, TAIL_LINK };

struct list_shape {
    int64_t link; /* offset in elements */
    enum list_tail tail;
};

struct list_term {
    uint8_t kind, list;
    uint32_t number;
    bool link; /* to the link of that list in it, not to where it begins */
};

enum { LIST_CHOICE = 1 << 30 }; /* in the number of a value: it is chosen from others, not got anew */

struct list_binding {
    uint32_t value;
    struct list_term to;
};

/* What is in a pointer at this offset of an element. */
struct list_link {
    struct list_term from;
    int64_t at;
    struct list_term to;
};

struct list_state {
    VECTOR(struct list_binding) values; /* by value; others lead anywhere */
    VECTOR(struct list_link) links;
    uint32_t locked;                                       /* lists whose lock is held, as bits */
    struct list_term heads[MOST_LISTS], tails[MOST_LISTS]; /* of those */
    uint8_t full[MOST_LISTS], end[MOST_LISTS]; /* so many of their elements are there; the element with this number is not */
};

/* Of a list whose lock is held, or its end. */
static inline bool list_term_is_inside(struct list_term t)
{
    return t.kind != TERM_ANY && t.kind != TERM_NULL && t.kind != TERM_OWN && t.kind != TERM_BEHIND;
}

static inline bool list_terms_equal(struct list_term a, struct list_term b)
{
    return a.kind == b.kind && a.list == b.list && a.number == b.number && a.link == b.link;
}

void list_state_copy(struct list_state *to, const struct list_state *from);
void list_state_free(struct list_state *s);
bool list_states_equal(const struct list_state *a, const struct list_state *b);

struct list_term list_state_value(const struct list_state *s, uint32_t value);
void list_state_bind(struct list_state *s, uint32_t value, struct list_term to);
/* The value is new: memory that was got with it before has no owner that could be named. */
void list_state_renew(struct list_state *s, uint32_t value);
/* What is in a link; false if nothing is known of it but what the list was. */
bool list_state_link(const struct list_state *s, struct list_term from, int64_t at, struct list_term *to);
void list_state_put_link(struct list_state *s, struct list_term from, int64_t at, struct list_term to);
/* These bytes of an element have been written. width 0: anything in it. */
void list_state_spoil(struct list_state *s, struct list_term of, int64_t at, uint64_t width);

void list_state_lock(struct list_state *s, uint8_t list, struct list_shape shape);
/* What a tail that leads to a link, and is not read yet, is: the first, second or last thing that it may be. False if it cannot be that. */
enum { TAIL_CHOICES = 3 };
bool list_state_read_tail(struct list_state *s, uint8_t list, uint32_t choice);
/* What leads to a link, as what that is in. */
struct list_term list_term_whole(struct list_term t);
/* The lock is given back: what has been taken out belongs to this thread, what has been put in no longer does. False if the list is not certainly a list of different elements then. */
bool list_state_unlock(struct list_state *s, uint8_t list, struct list_shape shape);
/* It is, or is not, null. False if that cannot be. */
bool list_state_assume(struct list_state *s, struct list_term t, bool null);
/* Whether nobody else has what it leads to as long as it means that. */
bool list_state_is_alone(const struct list_state *s, struct list_term t, struct list_shape shape);

#endif
