/* The concrete interpreter: the meaning of a program, executed. Simple rather than fast: it decides whether a trace is
 * real. Engines that need speed compile the program for themselves and are compared with this one.
 *
 * An atomic section (a stretch through LOC_ATOMIC locations) is one indivisible step: while an instance is inside, no other
 * moves; and a section that would block inside is not entered. */
#ifndef HEDDLE_PROGRAM_MACHINE_H
#define HEDDLE_PROGRAM_MACHINE_H

#include "base/bitset.h"
#include "base/text.h"
#include "program/trace.h"

struct machine; /* a program, its instances, and one state */

struct machine *machine_new(const struct program *p, uint32_t unbounded); /* in the initial state, arbitrary values 0 */
void machine_free(struct machine *m);
void machine_reset(struct machine *m);
void machine_set_usual(struct machine *m); /* arbitrary scalars begin with what is usual for them */
void machine_set_initial(struct machine *m, const struct trace_initial *initial);

struct machine_state; /* a copy of the state, to come back to */
struct machine_state *machine_save(const struct machine *m);
void machine_restore(struct machine *m, const struct machine_state *s);
void machine_state_free(struct machine_state *s);

uint32_t machine_code(const struct machine *m, uint32_t code, uint32_t instance);     /* code of the top frame */
uint32_t machine_location(const struct machine *m, uint32_t code, uint32_t instance); /* location in that code */
uint32_t machine_depth(const struct machine *m, uint32_t code, uint32_t instance);    /* frames, at least 1 */
bool machine_in_atomic(const struct machine *m, uint32_t code, uint32_t instance);    /* some frame is at an atomic location */
bool machine_halted(const struct machine *m);
uint64_t machine_read(const struct machine *m, uint32_t code, uint32_t instance, uint32_t cell,
                      uint64_t index); /* code NONE for shared */
uint64_t machine_eval(const struct machine *m, uint32_t code, uint32_t instance, expr e, const struct trace_step *inputs);

enum step_result { STEP_DONE, STEP_BLOCKED, STEP_NOT_THERE, STEP_NOT_ITS_TURN };
/* Takes one edge if the instance is at its source, its guard holds and no other instance is in an atomic section. */
enum step_result machine_step(struct machine *m, const struct trace_step *step);

/* Whether the state violates the check: some instance is at its error location, or (race) two different instances are each
 * about to make one of the accesses, on the same slot, or (deadlock) some instance is stuck (stuck.h). The state is as before
 * when it returns. */
bool machine_violates(struct machine *m, const struct check *check);
/* Whether that is found out for sure: for a race all inputs that decide about its accesses can be tried. */
bool check_tries_all(const struct program *p, const struct check *check);
/* Deadlock; stuck (may be NULL): the instances that are, numbered from those of the first template on. The state is as
 * before when these return. */
bool machine_deadlocked(struct machine *m, struct bitset *stuck);
/* Whether the instance waits for the end of the other one: only that is missing for its join. */
bool machine_joins(struct machine *m, uint32_t code, uint32_t instance, uint32_t other_code, uint32_t other);
/* Whether somebody can move, or may, where that cannot be told. */
bool machine_goes_on(struct machine *m);

/* Executes a trace on the program from the start. True if every step was possible and the final state violates t->check;
 * otherwise *why says what went wrong at which step. */
bool trace_replays(const struct program *p, const struct trace *t, const char **why, struct arena *words);

/* Makes a trace that replays shorter: fewer switches between instances, then fewer steps. It still replays. At most
 * effort steps are executed. */
void trace_shorten(const struct program *p, struct trace *t, uint64_t effort);

/* Turns a trace of a version after passes into one of the original program: the thread that takes a step in the small
 * program takes steps in the original until it is where the step ended. NULL if that fails (a bug; *why says where). */
struct trace *trace_lift(const struct program *original, const struct program *small, const struct trace *t, const char **why,
                         struct arena *words);

#endif
