/* What the files of the search share. */
#ifndef HEDDLE_WEAK_SEARCH_PARTS_H
#define HEDDLE_WEAK_SEARCH_PARTS_H

#include "base/map.h"
#include "weak/plan.h"
#include "weak/search.h"
#include "weak/partial.h"

struct memory_place { /* a location of memory */
    uint32_t cell;
    uint8_t parts;              /* slots, lowest bits first */
    uint64_t slots[MOST_PARTS]; /* NONE64: it does not exist; its bits are 0 */
};

struct weak_search {
    const struct weak_task *task;
    const struct program *program;
    struct weak_plan plan;
    struct machine *machine;
    struct weak_result *result;
    VECTOR(struct memory_place) places;
    struct map place_of;               /* cell and slot */
    struct bitset repeated, contended; /* places: a thread has written the same again; several write without order */
    uint64_t sections;                 /* that threads have come to the end of */
    struct intern outcomes;            /* what memory can hold at the end */
    bool stopped;
};

/* A step that a thread can take. */
struct option {
    uint32_t edge;            /* NONE: return from a procedure */
    uint32_t from;            /* the event that is read, or NONE */
    uint32_t location, place; /* of a write that does not stand at the end of the order of its location; or NONE */
    struct trace_input *inputs;
    uint32_t input_count;
};
typedef VECTOR(struct option) option_list;

/* The location of memory that a thread's step accesses; NONE if it is none. Its initial event is there afterwards. */
uint32_t search_location(struct weak_search *f, struct partial *s, uint32_t thread, const struct item *item);
uint32_t search_place(struct weak_search *f, const struct partial_thread *t,
                      const struct item *item);                                                /* the same without an event */
uint64_t search_first_value(const struct weak_search *f, uint32_t location);                   /* that it begins with */
void search_begin_location(const struct weak_search *f, struct partial *s, uint32_t location); /* its initial event is there */
/* The event in the current atomic section that accesses the location, or NONE. */
uint32_t section_event(const struct partial *s, uint32_t location);
void search_set(struct weak_search *f, uint32_t location, uint64_t value); /* what the next step finds there */
uint64_t search_get(const struct weak_search *f, uint32_t location);
uint64_t event_value(const struct weak_event *e); /* that a read of it, or the same section, sees */

/* options.c: the steps that a thread can take; *location is what it reads in doing so, or NONE. */
void search_options(struct weak_search *f, struct partial *s, uint32_t thread, option_list *out, uint32_t *location);

/* inputs.c: the edge as steps with all inputs by which it is possible; all: also those that decide only what nobody reads. */
typedef VECTOR(struct trace_step) step_list;
void search_steps(struct weak_search *f, const struct partial_thread *t, uint32_t edge, bool all, step_list *out);

/* unknown.c: variables whose value nobody has chosen. */
void unknown_begin(const struct weak_search *f, struct partial *s);
bool unknown_only_copied(const struct program *p, const struct action *a); /* the inputs of a step: its own variables get them */
void unknown_used(struct weak_search *f, const struct partial_thread *t, expr e); /* the value of e (or NULL) matters */
void unknown_step(struct weak_search *f, struct partial_thread *t, const struct action *a);

/* idle.c: whether a write of a thread repeats its last one there, such that others cannot tell as long as none of them writes there without
 * order; and whether an event that writes is not ordered after what another thread has written there. */
bool writes_the_same(const struct partial *s, uint32_t event);
bool writes_without_order(const struct partial *s, uint32_t event);

/* lives.c: whether an object has ended, for all that the thread knows; and a step about that. */
bool lives_ended(const struct partial *s, uint32_t thread, uint32_t location);
void lives_step(struct weak_search *f, struct partial *s, uint32_t thread, const struct item *item, uint32_t location);

/* take.c: takes one. False: no execution comes of that. */
void search_violate(struct weak_search *f, const struct partial *s,
                    uint32_t check); /* the execution does, if the axioms allow it */
void search_note_approximate(const struct weak_search *f, struct partial *s, uint32_t thread);
uint8_t event_kind_of(const struct item *i);
void search_arrive(struct weak_search *f, struct partial *s, uint32_t thread); /* what it means to be where the thread is */
bool search_take(struct weak_search *f, struct partial *s, uint32_t thread, const struct option *o);

bool search_not_created(const struct weak_search *f, const struct partial_thread *t); /* it waits for somebody to do so */
bool search_may_write(const struct weak_search *f, const struct partial_thread *t, uint32_t location); /* the thread, from now on */

/* shown.c: the execution for people, kept in the task's words. */
const struct shown_execution *execution_show(const struct weak_search *f, const struct partial *s);

void search_note_outcome(struct weak_search *f); /* of a run or an execution in which every thread has come to its end */
void search_forget(struct weak_search *f);

/* The search cannot be complete any more. */
void search_incomplete(struct weak_search *f, const char *why);

#endif
