/* Which lock a shared variable is protected by, as far as the text of the program tells: what every access holds. A fact for people; verdicts do not rest on it. */
#ifndef HEDDLE_REPORT_PROTECTION_H
#define HEDDLE_REPORT_PROTECTION_H

#include "program/program.h"

struct protection {
    uint32_t lock;    /* the cell of a mutex that all accesses hold from the first creation of a thread on; NONE if there is none */
    u32_vector lines; /* but for main's accesses on these lines: there main may be alone again */
};

/* For every cell of p, which is indexed; p->cells.size many. */
struct protection *protections_find(const struct program *p);
void protections_free(struct protection *list, const struct program *p);

#endif
