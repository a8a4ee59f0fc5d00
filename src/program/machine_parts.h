/* What machine.h does not show and the files next to it need: the machine's sizes, initial values, choices of inputs, and
 * moves. */
#ifndef HEDDLE_PROGRAM_MACHINE_PARTS_H
#define HEDDLE_PROGRAM_MACHINE_PARTS_H

#include "base/bitset.h"
#include "program/machine.h"

const struct program *machine_program(const struct machine *m);
uint32_t machine_instances(const struct machine *m, uint32_t template);
const uint32_t *machine_counts(const struct machine *m); /* by template, as cell_slot() wants them */

/* What a slot holds at the start (0 if that is arbitrary). inits of a first range that is there once for every instance
 * hold for each of them. */
uint64_t cell_initial(const struct cell *c, uint64_t slot, const uint32_t *instances);

/* All that tells the state from others, as far as these cells are concerned: where everybody is, and what they hold. */
typedef VECTOR(uint64_t) machine_words;
void machine_key(const struct machine *m, const struct bitset *cells, machine_words *out);
/* Adds what tells one instance's own state from others. */
void machine_instance_key(const struct machine *m, uint32_t code, uint32_t instance, const struct bitset *cells,
                          machine_words *out);

/* The input sites that some expressions mention, and a choice of values for them. choices_next() goes through all
 * combinations if they are few (complete), otherwise through some: 0, 1, the largest, the sign bit, and values that the
 * expressions compare with. */
struct input_choice {
    uint32_t site;
    uint8_t width;
    VECTOR(uint64_t) values;
    uint32_t at;
};
struct input_choices {
    VECTOR(struct input_choice) sites;
    bool complete;
};
void choices_mention(struct input_choices *c, expr e);
void choices_begin(struct input_choices *c);
bool choices_next(struct input_choices *c); /* false after the last combination */
void choices_set(const struct input_choices *c, struct trace *t, struct trace_step *last);
void choices_free(struct input_choices *c);

/* Whether a condition is false here whatever the inputs are; false if that cannot be told from the parts without inputs. */
bool machine_excludes(const struct machine *m, uint32_t code, uint32_t instance, expr condition);

/* Whether an instance can take a step from here and, if that step enters an atomic section or stays in one, can go on to the
 * section's end (or the program's): only then is a section entered. MAYBE: there are too many inputs or steps (*fuel, which
 * goes down) to try. The machine's state is as before when these return. */
enum moves { MOVES_NO, MOVES_MAYBE, MOVES_YES };
enum moves machine_can_move(struct machine *m, uint32_t code, uint32_t instance, uint32_t *fuel);
/* All such moves, with all inputs that decide what these cells hold. visit() is called with the machine after each. MAYBE:
 * there may be more of them. */
struct move_walk {
    uint32_t *fuel;
    const struct bitset *cells;
    bool (*visit)(void *context, struct machine *m); /* false: enough */
    void *context;
};
enum moves machine_each_move(struct machine *m, uint32_t code, uint32_t instance, const struct move_walk *walk);
enum moves machine_finishes(struct machine *m, const struct trace_step *first, uint32_t *fuel); /* with this first step */

/* How an instance stands there, should it not be able to move. */
enum standing {
    STANDS_ENDED, /* or was never created */
    STANDS_WAITING,
    STANDS_JOINING,  /* waits for the end of another thread */
    STANDS_CREATING, /* a thread for which the machine has no room */
    STANDS_HELD,     /* by an assume, or at a place that says nothing about runs of the program */
};
enum standing machine_standing(const struct machine *m, uint32_t code, uint32_t instance);

/* Those of the instances in the set, which cannot move, that never will, as seen without executing anything: nobody writes
 * what they wait for. *goes_on: nor can the program end, or be held by an assume. */
uint64_t machine_frozen(struct machine *m, uint64_t blocked, bool *goes_on);

/* The same by executing all that may follow, within limits; frozen: who is known never to move. Of the blocked instances
 * those that are stuck in the sense of stuck.h, in some run that goes on; 0 if that was not found out. At most STUCK_THREADS
 * instances. */
uint64_t machine_stuck_later(struct machine *m, uint64_t blocked, uint64_t frozen);

/* Whom the instance waits for, if it joins: a set of instances. */
uint64_t machine_joined(struct machine *m, uint32_t code, uint32_t instance);

#endif
