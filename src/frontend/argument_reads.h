/* Loads from argv, where the program only reads it. */
#ifndef HEDDLE_FRONTEND_ARGUMENT_READS_H
#define HEDDLE_FRONTEND_ARGUMENT_READS_H

#include "base/map.h"
#include "base/vector.h"
#include "frontend/llvm.h"

struct front;

struct argument_reads {
    struct map derived;           /* argv, places in it, and variables that hold one */
    VECTOR(LLVMValueRef) values;  /* those but the variables */
    VECTOR(LLVMValueRef) also;    /* what must be derived, too, since it arrives where a derived one does */
    VECTOR(LLVMValueRef) loads;   /* of texts */
    VECTOR(LLVMValueRef) options; /* calls of getopt and its relatives */
    bool only_read;
    bool count_matters; /* to others than getopt; whoever gives argv knows */
    bool parts;         /* places in it other than its beginning are more than read from */
};

bool is_getopt_call(LLVMValueRef instruction); /* or one of its relatives */
/* Whether argv is only read; requires argv as a parameter of main, nothing rewritten. To be freed in any case. */
bool find_argument_reads(struct argument_reads *r, LLVMValueRef argv);
/* By calls of a model (models/options.c), beside which what is read is not always what stands there. Before the next one. */
void replace_options(struct front *f, struct argument_reads *r);
/* By calls of a model, in main with the number of arguments, which is there from its beginning. */
void replace_argument_reads(struct front *f, struct argument_reads *r, LLVMValueRef count);
void free_argument_reads(struct argument_reads *r);

#endif
