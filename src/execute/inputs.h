/* Which values of an arbitrary value have to be tried. Few bits: all of them. Otherwise it depends on what is done with the
 * value and with all that it is copied to:
 *  - only compared with constants: values between the same two constants cannot be told apart, one of each interval is enough;
 *  - only single bits looked at, and equality with constants: all combinations of these bits, and the constants;
 *  - anything else: some values, and the search is incomplete. */
#ifndef HEDDLE_EXECUTE_INPUTS_H
#define HEDDLE_EXECUTE_INPUTS_H

#include "program/program.h"

struct domain {
    uint64_t *values;
    uint32_t count;
    bool complete;
};

struct domains; /* of one program */
struct domains *domains_new(const struct program *p, uint64_t limit);
void domains_free(struct domains *d);
struct domain domain_of_input(struct domains *d, uint32_t site, unsigned width);
struct domain domain_of_cell(struct domains *d, uint32_t cell);

#endif
