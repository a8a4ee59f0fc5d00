/* What the files of the machine with views share. */
#ifndef HEDDLE_WEAK_VIEWS_PARTS_H
#define HEDDLE_WEAK_VIEWS_PARTS_H

#include "weak/search_parts.h"

enum { VIEW_THREADS = 12, VIEW_PLACES = 52, VIEW_MOST = 200, NOBODY = 255 }; /* MOST: messages of a location, events of a thread */

struct memory_view {
    uint8_t events[VIEW_THREADS]; /* how many of each thread's happen before */
    uint8_t at[VIEW_PLACES];      /* by location: the last message that is known */
};

struct message {
    uint8_t thread, index; /* the event that wrote it; NOBODY: the first value */
    bool update;           /* it belongs right behind the message before it */
    uint64_t value;
    struct memory_view view; /* of who acquires it */
};
typedef VECTOR(struct message) message_list;

struct view_event {
    uint8_t kind, order, thread, index;
    bool as_write;     /* EVENT_TOUCH */
    uint32_t location; /* NONE: a fence */
    uint8_t at;        /* the message that it wrote; if it did not, that it read */
    uint32_t access;
    struct memory_view known; /* what happens before it, and itself */
};

struct view_thread {
    struct partial_thread thread; /* where it is */
    struct memory_view now, pending, released;
};

struct view_state {
    struct view_thread threads[VIEW_THREADS];
    uint32_t thread_count;
    message_list messages[VIEW_PLACES];
    VECTOR(struct view_event) events;
    uint32_t inside;    /* the thread that is in an atomic section, or NONE */
    u32_vector section; /* its events there */
};

/* --- views_memory.c --- */

bool view_can_read(const struct view_state *s, uint32_t thread, uint32_t location, uint32_t at, bool updates);
bool view_can_write(const struct view_state *s, uint32_t thread, uint32_t location, uint32_t at); /* in front of that message */

/* The next event of a thread: e has its kind, order, location, access; for reads and updates `at` is what is read, for writes where the message is to
 * be. Returns its number. */
uint32_t view_add(struct view_state *s, uint32_t thread, const struct view_event *e, uint64_t value);
/* A read of the thread, its last event at the location, writes right behind what it has read. */
void view_upgrade(struct view_state *s, uint32_t event, uint8_t order, uint64_t value);

static inline bool view_writes(const struct view_event *e) { return e->kind == EVENT_WRITE || e->kind == EVENT_UPDATE; }
/* Whether a happens before b. */
static inline bool view_before(const struct view_event *a, const struct view_event *b)
{
    return a != b && b->known.events[a->thread] > a->index;
}

/* --- views_sections.c --- */

/* Whether others cannot tell that the thread's atomic section accesses the location at another time than what it has accessed before. */
bool view_section_holds(const struct weak_search *f, const struct view_state *s, uint32_t thread, const struct item *i,
                        uint32_t location);

/* --- views_seq_cst.c --- */

/* Whether what is seq_cst can be put in one order: RC11's psc has no cycle. */
bool view_seq_cst_holds(const struct view_state *s);

#endif
