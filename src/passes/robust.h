/* Whether sequential consistency is enough for a program with weaker memory orders: a static look for cycles that C's memory model (RC11)
 * allows. */
#ifndef HEDDLE_PASSES_ROBUST_H
#define HEDDLE_PASSES_ROBUST_H

#include "program/program.h"

/* Whether there is an atomic access with an order weaker than seq_cst. */
bool has_weaker_orders(const struct program *p);

typedef VECTOR(const struct access *) access_list;

/* Adds the accesses with orders weaker than seq_cst, one for each line. */
void weaker_accesses(const struct program *p, access_list *out);

/* True: every execution of the program that RC11 allows and in which no plain accesses race is one in which threads take turns. False: nobody
 * knows; accesses whose orders are too weak for this argument are added to out, one for each line. Requires indexed codes. */
bool is_robust(const struct program *p, access_list *out);

/* The same for store buffers as x86 has them, whether plain accesses race or not; lines of stores and later loads are added to out. */
bool is_robust_with_buffers(const struct program *p, access_list *out);

#endif
