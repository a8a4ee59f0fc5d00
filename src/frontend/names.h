/* Names and source positions, from LLVM's debug information. */
#ifndef HEDDLE_FRONTEND_NAMES_H
#define HEDDLE_FRONTEND_NAMES_H

#include "frontend/places.h"

const char *file_name(struct front *f, LLVMMetadataRef file);
struct position position_of(struct front *f, LLVMValueRef instruction);    /* strings live as long as the program */
struct position function_position(struct front *f, LLVMValueRef function); /* of its definition */
const char *plain_name(struct front *f, const char *llvm_name);            /* without what inlining adds: "x.addr.i.i" is "x" */
/* Names that llvm.dbg.value gives to the values of a function: value to const char *. */
LLVMValueRef metadata_operand(struct front *f, LLVMMetadataRef node, unsigned k); /* NULL if there is none */
const char *metadata_string(struct front *f, LLVMMetadataRef node, unsigned k);   /* NULL if it is no string */
void variable_names(struct front *f, LLVMValueRef function, struct map *names);

#endif
