/* Which executions a memory model allows. Written from the papers, with nothing but relations, for checking what was found in other ways.
 *
 * MODEL_C11: RC11 (Lahav, Vafeiadis, Kang, Hur, Dreyer, "Repairing Sequential Consistency in C/C++11", PLDI 2017, section 4). A store of
 * the same thread continues a release sequence there, and does not in C20 (and GenMC): C11_STORES says which, so that an answer can be
 * asked to be the same in both. MODEL_TSO: x86-TSO (Owens, Sarkar, Sewell, TPHOLs 2009) in its axiomatic form (Alglave, Maranget,
 * Tautschnig, "Herding Cats", TOPLAS 2014): seq_cst stores, updates and seq_cst fences drain the buffer. MODEL_SC: threads take turns. */
#ifndef HEDDLE_WEAK_AXIOMS_H
#define HEDDLE_WEAK_AXIOMS_H

#include "weak/execution.h"

enum memory_model { MODEL_C11, MODEL_C11_STORES, MODEL_TSO, MODEL_SC };

bool execution_allowed(const struct execution *x, enum memory_model model);

/* Whether there are two conflicting accesses, not both atomic, that happens-before leaves unordered (stores: as
 * C11_STORES): these two (ids, in any order), or any if they are NONE. */
bool execution_races(const struct execution *x, bool stores, uint32_t access_a, uint32_t access_b);

/* Whether an object is used, or ended once more, such that the check fails: that does not happen before its end. By x86 ends of objects are
 * stores, and who looks for them loads; there is nothing else to ask. */
bool execution_outlives(const struct execution *x, bool stores, uint32_t check);

#endif
