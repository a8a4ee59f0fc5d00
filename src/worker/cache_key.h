/* What an answer depends on, as one hash. */
#ifndef HEDDLE_WORKER_CACHE_KEY_H
#define HEDDLE_WORKER_CACHE_KEY_H

#include "base/options.h"
#include "base/sha256.h"

/* False if the run is of a kind that is not kept, or the program cannot be preprocessed: then it has to be verified to know. */
bool cache_key(const struct options *o, char key[SHA256_HEX]);

#endif
