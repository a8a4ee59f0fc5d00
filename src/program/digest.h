/* What a program does, as bytes: two programs with the same bytes have the same runs step by step, whatever lines of the source they come from. */
#ifndef HEDDLE_PROGRAM_DIGEST_H
#define HEDDLE_PROGRAM_DIGEST_H

#include "base/text.h"
#include "program/program.h"

void program_digest(struct text *out, const struct program *p);
/* The same of one check, which alone is asked: if it holds in one program with these bytes, it holds in all of them. */
void program_digest_of_check(struct text *out, const struct program *p, uint32_t check);

#endif
