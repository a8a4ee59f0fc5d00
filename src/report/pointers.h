/* Places and values in the words of C: "a[3].next" holds "&flag", "NULL", -1, or the name of a function. Whatever shows a state to
 * people takes them from here. */
#ifndef HEDDLE_REPORT_POINTERS_H
#define HEDDLE_REPORT_POINTERS_H

#include "base/text.h"
#include "program/program.h"

/* What lies at the address, as one would write it: "a[3].next", "malloc@12#2.next" (the second that was made there), "worker#2:x"
 * (the variable x of a thread). False, and nothing is printed, if that is in no object. unbounded: instances of unbounded
 * templates; unit: memory whose type is unknown consists of so many bytes each. */
bool place_print(struct text *out, const struct program *p, uint32_t unbounded, uint64_t address, unsigned unit);

/* A pointer that has this value. */
void pointer_print(struct text *out, const struct program *p, uint32_t unbounded, uint64_t value);

/* A value of the cell, and the cell (an array cell: at this index) as a place. */
void value_print(struct text *out, const struct program *p, uint32_t unbounded, const struct cell *c, uint64_t value);
void cell_print(struct text *out, const struct program *p, uint32_t unbounded, const struct cell *c, uint64_t index);
/* What lies at the address if that is one value of C that cells of so many bytes make up together; NULL if it is none. */
const struct memory_shape *place_of_parts(const struct program *p, uint32_t unbounded, uint64_t address, unsigned unit);
/* A value of that. c: the cell of its parts. */
void joined_print(struct text *out, const struct program *p, uint32_t unbounded, const struct cell *c,
                  const struct memory_shape *whole, uint64_t value);
/* Whether what is there has no name in C: bytes between the fields of a structure. */
bool is_padding(const struct program *p, uint32_t unbounded, const struct cell *c, uint64_t index);

#endif
