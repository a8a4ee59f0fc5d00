/* A proof about an outline (program/outline_proof.h), found by going through it until nothing changes. */
#ifndef HEDDLE_ENGINES_WIDE_CERTIFY_H
#define HEDDLE_ENGINES_WIDE_CERTIFY_H

#include "program/outline_proof.h"

struct outline_proof *wide_certify(const struct outline_threads *t);

#endif
