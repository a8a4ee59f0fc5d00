/* The parts of LLVM-C that the front end uses, and small helpers over them. */
#ifndef HEDDLE_FRONTEND_LLVM_H
#define HEDDLE_FRONTEND_LLVM_H

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <stdbool.h>
#include <stdint.h>

#define each_function(f, module) for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
#define each_global(g, module) for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
#define each_block(b, function) for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
#define each_instruction(i, block) for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
#define each_use(u, value) for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u))

const char *value_name(LLVMValueRef v); /* never NULL */
bool is_instruction(LLVMValueRef v, LLVMOpcode opcode);
bool is_function_used(LLVMValueRef function);            /* called, or its address is taken; that of a label in it does not count */
bool returns_structure(LLVMValueRef function);           /* in memory that its first parameter leads to */
bool does_not_return(LLVMValueRef function);             /* it is declared so */
LLVMValueRef called_function(LLVMValueRef call);         /* NULL if indirect or inline assembly */
const char *called_name(LLVMValueRef instruction);       /* "" if it is not a direct call */
bool has_address_taken(LLVMValueRef function);           /* used other than by being called: compared, for one */
bool calls(LLVMValueRef instruction, const char *name);  /* is a direct call of it */
bool allocates(LLVMValueRef instruction);                /* is a call of __heddle_alloc, __heddle_alloc_page, ... */
LLVMValueRef indexed_object(LLVMValueRef pointer);       /* what a pointer is made from by indexing */
bool is_debug_call(LLVMValueRef instruction);            /* llvm.dbg.* */
bool call_has_mark(LLVMValueRef call, const char *mark); /* a string attribute of the call itself */
#define USERS_OWN "heddle-users-own"                     /* attribute of functions that come from the user's files */
bool is_users_own(LLVMValueRef function);
bool is_defined(LLVMValueRef function);
/* The characters of a string literal (or of any constant character array that v points to); NULL if v is no such thing. */
const char *literal_text(LLVMValueRef v, size_t *length);
const char *constant_text(LLVMValueRef v, size_t *length); /* the same, if nobody can change it */
LLVMAttributeRef enum_attribute(LLVMContextRef c, const char *name);

#endif
