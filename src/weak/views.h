/* C's memory model as a machine that threads run on: a second implementation of `c11`, for small programs. It shares with the search for
 * executions (search.h) what steps are, and nothing of what memory does.
 *
 * A location is a list of messages, in the order of modification. A thread has a view: how far it has come in each list. It reads any message that is not before
 * its view, and puts its own messages anywhere behind it, but not between a read-modify-write and what that has read. A message of a release carries the
 * view of its thread, which who acquires it adds to its own (Kang, Hur, Lahav, Vafeiadis, Dreyer, "A Promising Semantics for Relaxed-Memory Concurrency", POPL 2017,
 * without promises: as RC11 has it, nothing is read before it is written). Views count the events of threads, too, so that they say what happens before what.
 *
 * The order of what is seq_cst cannot be the order in which the machine takes its steps: RC11 asks for less. (Where a value passes through a third
 * thread that synchronises with nobody, a fence may be in front of another one that it has come after.) So it is a graph that must have no cycle, drawn by
 * views and places in lists (views_seq_cst.c).
 *
 * All states are visited in all orders of steps; a state is the graph of what has happened, so each execution is one last state. */
#ifndef HEDDLE_WEAK_VIEWS_H
#define HEDDLE_WEAK_VIEWS_H

#include "weak/search.h"

/* For MODEL_C11. Violations come without an execution. */
void views_search_run(const struct weak_task *task, struct weak_result *out);

#endif
