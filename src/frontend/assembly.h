/* Inline assembly for x86, rewritten into LLVM instructions: assembly_text.c reads the text, assembly.c binds operands to values and puts the
 * results in place of the call, assembly_steps.c does what single instructions do, by the table in assembly.def. Where anything of a
 * text is not known, it is a function that nobody defines.
 *
 * A register is a slot that holds a value of some width; bits that nobody has set are not known, and reading them fails. Memory is accessed
 * as the machine does it: a locked instruction and xchg are one atomic access, mov is an atomic load (acquire) or store (release), since x86 does
 * not order more, and everything else is a plain load and a plain store. Without "memory" among what the text changes, a compiler may move
 * accesses across it: the orders are relaxed then. */
#ifndef HEDDLE_FRONTEND_ASSEMBLY_H
#define HEDDLE_FRONTEND_ASSEMBLY_H

#include "frontend/front.h"

enum { MOST_SLOTS = 24, MOST_OPERANDS = 3 };

enum operand_kind { OPERAND_ARGUMENT, OPERAND_NUMBER, OPERAND_REGISTER, OPERAND_THROUGH, OPERAND_STACK };

struct asm_operand {
    enum operand_kind kind;
    unsigned argument; /* number of the constraint; THROUGH: of the register that holds the address */
    char modifier;     /* b, w, k, q: how much of the register; 0 if nothing is said */
    int64_t number;    /* NUMBER, and what is added to the address of THROUGH */
    const char *name;  /* REGISTER: without "e" or "r": "ax" */
    unsigned bits;     /* REGISTER */
};

struct asm_instruction {
    bool lock, rep;
    char name[16];
    unsigned count;
    struct asm_operand operand[MOST_OPERANDS];
};

/* The next instruction of the text; false at its end, or (with *bad) at something that is not understood. */
bool asm_next(const char **text, struct asm_instruction *out, bool *bad);

struct asm_slot {
    LLVMValueRef value;   /* of a register; NULL: not known */
    LLVMValueRef address; /* of a place in memory, or NULL */
    LLVMTypeRef type;     /* of the result, if it is one */
    const char *name;     /* of a certain register, or "" */
    bool is_output, is_input, is_early;
    bool holds_pointer; /* the place */
};

enum flag { FLAG_ZERO, FLAG_CARRY, FLAG_SIGN, FLAG_OVERFLOW, FLAGS };

struct assembly {
    struct front *front;
    LLVMBuilderRef builder;
    struct asm_slot slot[MOST_SLOTS];
    unsigned slots;
    unsigned slot_of[MOST_SLOTS]; /* constraint to slot */
    unsigned constraints;
    LLVMValueRef flag[FLAGS]; /* NULL: not known */
    bool ordered;             /* "memory" is changed: no access moves across */
    bool overwritten, writes; /* an output may have overwritten inputs, before this instruction or in it */
    const struct asm_instruction *now;
};

/* Does one instruction; false if it is not understood. */
bool asm_step(struct assembly *a, const struct asm_instruction *i);

/* assembly_flags.c */
LLVMValueRef asm_apply(struct assembly *a, LLVMAtomicRMWBinOp op, LLVMValueRef old, LLVMValueRef with);
void asm_forget_flags(struct assembly *a);
void asm_set_result_flags(struct assembly *a, LLVMValueRef result);                                 /* zero and sign */
void asm_set_flags(struct assembly *a, LLVMAtomicRMWBinOp op, LLVMValueRef old, LLVMValueRef with); /* of old op with */
LLVMValueRef asm_condition(struct assembly *a, const char *code); /* "z" or "nae"; NULL if it is not known */

/* Operands as integers of so many bits; NULL or false if that is not known. Memory is not read or written by these. */
LLVMValueRef asm_read(struct assembly *a, const struct asm_operand *o, unsigned bits);
bool asm_write(struct assembly *a, const struct asm_operand *o, unsigned bits, LLVMValueRef value);
LLVMValueRef asm_read_register(struct assembly *a, const char *name, unsigned bits);
bool asm_write_register(struct assembly *a, const char *name, unsigned bits, LLVMValueRef value);
LLVMValueRef asm_address(struct assembly *a, const struct asm_operand *o); /* NULL: it is no memory */
unsigned asm_bits(const struct assembly *a, const struct asm_operand *o);  /* width that the operand alone tells; 0: none */

#endif
