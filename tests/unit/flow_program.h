/* Random programs for the tests of flow, built cell by cell: threads with several instances, created by each other and joined,
 * shared cells, an array, a lock, sections, branches and loops. Their states are few enough to visit them all (flow_states.h). */
#ifndef HEDDLE_TESTS_FLOW_PROGRAM_H
#define HEDDLE_TESTS_FLOW_PROGRAM_H

#include "program/program.h"

struct program *random_program(uint64_t number); /* the pool of expressions is its own, too */

#endif
