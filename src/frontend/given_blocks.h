/* Blocks of memory that are given to threads, one to each: the usual argument of a thread for a connection. */
#ifndef HEDDLE_FRONTEND_GIVEN_BLOCKS_H
#define HEDDLE_FRONTEND_GIVEN_BLOCKS_H

#include "frontend/threads.h"

/* The template whose thread number n gets the block that lies n-th, and no other address; 0 if there is none. Such blocks are allocated by main, in
 * a round of a loop that creates one such thread or none, and nobody keeps the address of one that is not given away. Requires many.
 * *again: an address is used again if no thread was created. */
uint32_t block_given_to(struct pointsto *p, const struct threads *t, const struct object *o, bool *again);

#endif
