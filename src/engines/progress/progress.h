/* The engine progress: nobody waits for ever, because whoever has what is waited for can always give it back.
 *
 * Locks are cells that are taken and released by one thread at a time (facts/locksets.h), whatever they are called, and slots of arrays of
 * them (slots.h). Suppose that
 *   - threads wait only for locks and for the end of other threads;
 *   - whoever may hold a lock comes to its release by himself: nothing on the way ends the thread or keeps it but another lock, and its
 *     loops end (ends.h);
 *   - "waited for by somebody who may hold" has no circles among the locks, and neither has "joins" among the kinds of threads;
 *   - of one array, whoever waits for a slot holds only lower ones, or everywhere only higher ones.
 * Then in every state and for everybody who waits there is a continuation in which he goes on: the last in the chain of owners goes on
 * until it releases its lock, then the one before it, and so on. (E. G. Coffman et al., "System deadlocks", Computing Surveys 1971: no
 * circular wait.) A thread that ends the program where it holds a lock makes the others wait for nothing; it must not wait itself
 * while it holds that lock, so that every fair run ends the program or releases the lock. All of that is about kinds of
 * threads and not about states: any number of threads, loops without bound. */
#ifndef HEDDLE_ENGINES_PROGRESS_PROGRESS_H
#define HEDDLE_ENGINES_PROGRESS_PROGRESS_H

#include "engines/engine.h"

extern const struct engine engine_progress;

/* Whether every fair run ends, but those that fail or come to what is not modelled; false if that is not known. The program asks for
 * deadlocks. */
bool progress_always_ends(const struct program *p);

#endif
