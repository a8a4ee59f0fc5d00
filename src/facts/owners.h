/* Ghost owners. The owner of a cell is the thread that changed it from "free" to anything else, and nobody once it is
 * free again. For a lock that stores no owner (test-and-set flags, Boolean mutexes) that is who holds it; for a counter
 * it is who came first. "Free" is the condition on the cell that an acquiring action tests, or that it has its initial
 * value. */
#ifndef HEDDLE_FACTS_OWNERS_H
#define HEDDLE_FACTS_OWNERS_H

#include "program/program.h"

/* The acting thread's id, as an expression or as the number that the only instance of its code has. */
bool is_own_id(const struct code *c, expr e);

struct owner {
    uint32_t cell;
    expr is_free;   /* the condition on the cell; NULL: an owner would tell nothing */
    uint32_t ghost; /* cell that holds the owner's id, or 0 if there is none; NONE if there is no such cell */
};

/* The condition that the cell is free; NULL if an owner would tell nothing. */
expr owner_condition(const struct program *p, uint32_t cell);

/* The owner after a step with this guard, by the thread with this id, that writes value to the cell. */
expr owner_after(struct exprs *x, const struct owner *o, expr guard, expr value, expr self);

/* Whether the action takes the cell if it is free: the guard tests it, and the value written makes the test fail. *test
 * is the condition on the cell. Also for cells that store who took them. */
bool action_acquires(const struct program *p, const struct action *a, uint32_t cell, expr *test);

#endif
