/* Executes a program along the waypoints of a violation witness. */
#ifndef HEDDLE_WORKER_GUIDE_H
#define HEDDLE_WORKER_GUIDE_H

#include "base/clock.h"
#include "worker/witness_file.h"
#include "program/machine.h"

/* A trace over p that comes by the waypoints in their order and violates one of p's checks, as executed by the machine; NULL if none was found: there may be
 * one. *missed: waypoints that it had to leave out. To be freed. */
struct trace *guide(const struct program *p, const struct witness *w, const struct budget *budget, uint32_t *missed);

#endif
