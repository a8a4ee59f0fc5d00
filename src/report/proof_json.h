/* Proofs as files: written by heddle verify --proof, read by heddle check. docs/proofs.md describes the format.
 *
 * A file has the options that the program was read with, and any number of proofs. A proof is about the program that
 * the passes make when some checks (left out: they were decided already) are not asked. */
#ifndef HEDDLE_REPORT_PROOF_JSON_H
#define HEDDLE_REPORT_PROOF_JSON_H

#include "base/text.h"
#include "program/proof.h"

/* The question that a proof answers: what is asked about the program, or one of two others that the answer may depend on. */
enum proof_question {
    PROOF_OF_CHECKS,
    PROOF_OF_UNCOVERED, /* places that are not covered are the checks (portfolio/uncovered.h) */
    PROOF_OF_RACES,     /* plain accesses do not race, where there are weaker memory orders (portfolio/weaker.h) */
};

struct proof_record {
    const char *engine; /* who found it */
    const struct proof *proof;
    const bool *proves;   /* by check id: what it proves */
    const bool *left_out; /* by check id; NULL: none */
    uint32_t check_count;
    enum proof_question question;
};

/* What a file is made from. */
struct proof_file {
    VECTOR(struct proof_record) records;
    VECTOR(const char *) options; /* as a command line of heddle check has them */
};

/* options: as a command line of heddle check has them. */
void proof_json_write(struct text *out, const struct proof_record *records, uint32_t count, const char *const *options,
                      uint32_t option_count);

struct proof_json; /* a file that was read */

/* NULL with *why (in words for the user) if the text is not a proof file. */
struct proof_json *proof_json_open(const char *text, size_t size, const char **why);
void proof_json_close(struct proof_json *f);

typedef VECTOR(const char *) proof_json_strings;
void proof_json_options(const struct proof_json *f, proof_json_strings *out); /* strings live as long as f */
uint32_t proof_json_count(const struct proof_json *f);
enum proof_question proof_json_question(const struct proof_json *f, uint32_t i);
const char *proof_json_engine(const struct proof_json *f, uint32_t i);

/* Sets which checks the proof proves and which are left out, by check id; false if it names one that is not there. */
bool proof_json_checks(const struct proof_json *f, uint32_t i, uint32_t check_count, bool *proves, bool *left_out);

/* The invariants, for p; NULL with *why if they are about another program or are not well-formed. */
struct proof *proof_json_read(const struct proof_json *f, uint32_t i, const struct program *p, const char **why);

#endif
