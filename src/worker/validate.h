/* Parts of heddle validate. */
#ifndef HEDDLE_WORKER_VALIDATE_H
#define HEDDLE_WORKER_VALIDATE_H

#include "base/clock.h"
#include "base/options.h"
#include "worker/witness_file.h"

/* o: of the program that the witness is about. Returns the exit status. */
int validate_correctness(const struct witness *w, const struct options *o, const struct budget *budget, struct text *out);

#endif
