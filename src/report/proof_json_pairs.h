/* The members of a proof by pairs in the JSON file: "pairs" and "weights". */
#ifndef HEDDLE_REPORT_PROOF_JSON_PAIRS_H
#define HEDDLE_REPORT_PROOF_JSON_PAIRS_H

#include "program/proof.h"

#include <cjson/cJSON.h>

/* with: proof_with_ghosts(), for the texts. */
void proof_json_add_pairs(cJSON *o, const struct proof *proof, const struct program *with, const struct proof_nodes *nodes);
/* Nothing to read if o has no "pairs". False if something is not of the right shape; proof_valid() is the caller's. */
bool proof_json_read_pairs(const cJSON *o, const expr *nodes, uint32_t node_count, struct proof *proof);

#endif
