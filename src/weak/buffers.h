/* Store buffers as x86 has them, executed: a second implementation of `tso` (and of `sc`), which shares no idea with the axioms.
 *
 * Each thread has a queue of stores that only it sees; at any time the oldest one goes to memory. A load finds the newest store of its own queue, or memory.
 * What reads and writes at once, a seq_cst store or fence, and an atomic section wait until the queue is empty (Owens, Sarkar, Sewell, "A Better x86 Memory
 * Model: x86-TSO", TPHOLs 2009). All states are visited, so loops are no matter as long as there are finitely many states; the search for
 * executions (search.h) needs no states, and follows each loop. */
#ifndef HEDDLE_WEAK_BUFFERS_H
#define HEDDLE_WEAK_BUFFERS_H

#include "weak/search.h"

/* Assertions alone: with task->races nothing is decided. out->executions stays 0. */
void buffers_search_run(const struct weak_task *task, struct weak_result *out);

#endif
