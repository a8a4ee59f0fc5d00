/* Proofs of whole programs in outline, as members of proof files (docs/proofs.md). */
#ifndef HEDDLE_REPORT_OUTLINE_JSON_H
#define HEDDLE_REPORT_OUTLINE_JSON_H

#include "program/outline_proof.h"
#include "report/proof_json.h"

#include <cjson/cJSON.h>

void outline_json_write(struct text *out, const struct outline_proof *p, const struct outline_threads *t,
                        const char *const *options, uint32_t option_count);
/* NULL if it is not well-formed. */
struct outline_proof *outline_json_read(const struct proof_json *f, const struct outline_threads *t);

/* proof_json.c: what every file begins with, and a member of one that was read (NULL if there is none). */
cJSON *proof_json_head(const char *const *options, uint32_t option_count);
const cJSON *proof_json_member(const struct proof_json *f, const char *name);

#endif
