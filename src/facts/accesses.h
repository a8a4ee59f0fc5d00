/* Where the accesses are made that a check about races speaks of. Blocks may put several accesses with one number into one
 * step, or one into several steps. */
#ifndef HEDDLE_FACTS_ACCESSES_H
#define HEDDLE_FACTS_ACCESSES_H

#include "program/program.h"

struct access_site {
    uint32_t code, edge;
    const struct access *access;
};
typedef VECTOR(struct access_site) access_sites;

void access_sites_find(const struct program *p, uint32_t access, access_sites *out); /* in templates */

/* Whether a check about races speaks of the access. */
bool access_asked(const struct program *p, uint32_t access);

#endif
