/* What functions of the C library do to memory (library.def), as bodies for those that the program calls and nobody defines. */
#ifndef HEDDLE_FRONTEND_LIBRARY_H
#define HEDDLE_FRONTEND_LIBRARY_H

struct front;

#define WITHOUT_BODY "heddle-without-body" /* attribute of functions of which nothing is known */

/* Gives a body to every function that is declared only: what its row says; without a row, that it may read, write and keep what it is
 * given, and call it back. Such a body shows accesses and addresses, no values: it is for outlines. */
void write_library_bodies(struct front *f);

#endif
