/* What a proof file proves of a program that was read: every proof of it goes to the checker, and what has to be proved is
 * counted on the program. The file is not trusted in anything. */
#ifndef HEDDLE_WORKER_CHECK_FILE_H
#define HEDDLE_WORKER_CHECK_FILE_H

#include "portfolio/pipeline.h"
#include "report/proof_json.h"

/* Appends the outcome of each proof and the two last lines to out; the status. Requires passes. A proof that is not
 * well-formed or about another program: STATUS_INPUT after a line of explanation, and out is empty. */
int check_proofs(struct pipeline *l, const struct proof_json *f, const struct budget *budget, struct text *out);

/* The same for a proof of a whole program in outline (check_outline.c). */
int check_outline(const struct options *o, const struct outline *outline, const struct proof_json *f, struct text *out);
/* Finds such a proof and writes it to the file of --proof; says in out what it covers. False if the file could not be written, and the user knows. */
bool write_outline_proof(const struct options *o, const struct outline *outline, struct text *out);

/* Words of a file, as far as a terminal may see them. */
const char *tame(const char *s, struct arena *words);

#endif
