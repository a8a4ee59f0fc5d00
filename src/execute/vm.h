/* The register code that guards and updates are compiled to, and its execution. One program is compiled for one edge of one
 * instance: it tests the guard on the state s, copies s to n, and writes the updates to n (reads go to s, so that all
 * updates happen in parallel). Registers hold values cut to their widths; the first ones are the inputs. */
#ifndef HEDDLE_EXECUTE_VM_H
#define HEDDLE_EXECUTE_VM_H

#include "execute/layout.h"
#include "execute/objects.h"

/* R: register operand b; I: immediate operand b. */
#define VM_BINARY(X)                                                                                                               \
    X(AND, a &b)                                                                                                                   \
    X(OR, a | b)                                                                                                                   \
    X(XOR, a ^ b)                                                                                                                  \
    X(ADD, (a + b) & i->mask)                                                                                                      \
    X(SUB, (a - b) & i->mask)                                                                                                      \
    X(MUL, (a * b) & i->mask)                                                                                                      \
    X(EQ, a == b)                                                                                                                  \
    X(ULT, a < b)                                                                                                                  \
    X(ULE, a <= b)                                                                                                                 \
    X(SLT, sign_extend(a, i->width) < sign_extend(b, i->width))                                                                    \
    X(SLE, sign_extend(a, i->width) <= sign_extend(b, i->width))                                                                   \
    X(CONCAT, a << i->width | b)

#define VM_OTHER(X)                                                                                                                \
    X(CONST)          /* r[dst] = immediate */                                                                                     \
    X(LOAD)           /* r[dst] = field */                                                                                         \
    X(LOAD_CHOOSABLE) /* the same, if it is defined */                                                                             \
    X(READ)           /* r[dst] = array[r[a]] */                                                                                   \
    X(NOT)            /* r[dst] = ~r[a] */                                                                                         \
    X(NEG)                                                                                                                         \
    X(SEXT)    /* from width */                                                                                                    \
    X(EXTRACT) /* r[a] >> width, masked */                                                                                         \
    X(ITE)     /* r[dst] = r[a] ? r[b] : r[immediate] */                                                                           \
    X(APPLY)   /* r[dst] = expr_apply(node, r[a], r[b]) */                                                                         \
    X(TEST)    /* fails unless r[a] */                                                                                             \
    X(TEST_NOT)                                                                                                                    \
    X(TEST_FIELD_EQ) /* fails unless field == immediate */                                                                         \
    X(TEST_FIELD_NE)                                                                                                               \
    X(COPY)        /* n = s */                                                                                                     \
    X(STORE)       /* field of n = r[a] */                                                                                         \
    X(STORE_CONST) /* word of n = (word & mask) | immediate */                                                                     \
    X(WRITE)       /* array of n [r[a]] = r[b] */                                                                                  \
    X(DEFINE)      /* clears the undefined bit of a scalar */                                                                      \
    X(CALL)        /* saves the frame of n, starts a new one */                                                                    \
    X(DONE)

enum vm_op {
#define X(name, value) VM_##name, VM_##name##_I,
    VM_BINARY(X)
#undef X
#define X(name) VM_##name,
        VM_OTHER(X)
#undef X
};

struct vm_instruction {
    uint8_t op, width, shift;
    uint32_t dst, a, b;
    uint32_t word;
    uint64_t mask, immediate;
    union {
        const struct vm_array *array;
        const struct vm_call *call;
        const struct cell_place *place;
        expr node;
    };
};

struct vm_array {
    const struct cell_place *place;
    const struct slotter *slotter;
    uint64_t by_default;
};

struct vm_call {
    const struct instance_layout *instance;
    uint32_t code, edge;   /* the caller's */
    bool atomic;           /* its location is */
    const uint64_t *fresh; /* the callee's area at its start */
};

enum vm_result { VM_FAILED, VM_TAKEN, VM_UNDEFINED, VM_TOO_DEEP };

struct vm {
    uint32_t words;
    uint64_t *registers;
    struct objects *objects;
    uint32_t depth_limit;
    const struct cell_place *need; /* VM_UNDEFINED: this slot was read before it was chosen */
    uint64_t need_slot;
};

/* Returns VM_FAILED if the guard does not hold. With n == s the code must have no COPY (used for guards alone). */
enum vm_result vm_run(struct vm *vm, const struct vm_instruction *code, const uint64_t *s, uint64_t *n);

uint64_t place_read(const struct vm *vm, const struct cell_place *p, uint64_t by_default, const uint64_t *s, uint64_t slot);
bool place_undefined(const struct vm *vm, const struct cell_place *p, const uint64_t *s, uint64_t slot);
void place_write(struct vm *vm, const struct cell_place *p, uint64_t by_default, uint64_t *s, uint64_t slot, uint64_t value);

#endif
