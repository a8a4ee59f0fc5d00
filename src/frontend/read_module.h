/* One file as an LLVM module: C through clang, bitcode (.bc) and LLVM text (.ll) as they are. */
#ifndef HEDDLE_FRONTEND_READ_MODULE_H
#define HEDDLE_FRONTEND_READ_MODULE_H

#include "frontend/front.h"

/* NULL: f->error is one line for the user. What comes from outside has passed LLVM's verifier, and is made for a
 * machine whose data layout heddle knows. */
LLVMModuleRef read_module(struct front *f, uint32_t file);
/* The models of library functions for pointers of so many bytes. A body is read when it is linked. */
LLVMModuleRef read_models(struct front *f, unsigned pointer_bytes);

/* plain_arithmetic.c: what was compiled for the property overflow, as if it had not been */
void forget_guards(LLVMModuleRef m);

#endif
