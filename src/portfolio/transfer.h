/* Verdicts over a pipe: an engine runs in a process of its own, and what it found comes back as bytes. */
#ifndef HEDDLE_PORTFOLIO_TRANSFER_H
#define HEDDLE_PORTFOLIO_TRANSFER_H

#include "base/statistics.h"
#include "base/text.h"
#include "engines/engine.h"

void verdict_write(struct text *out, const struct verdict *v, const struct statistics *s);

/* The inverse, on bytes that another process wrote and that may have been cut off: false if they are not a whole
 * verdict on p. v is initialised here; the caller frees it in either case. */
bool verdict_read(const struct text *in, const struct program *p, struct verdict *v, struct statistics *s);

#endif
