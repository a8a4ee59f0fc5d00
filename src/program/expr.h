/* Expressions: immutable, hash-consed nodes over bit-vectors of 1 to 64 bits. Within one pool pointer equality is
 * structural equality. Constructors fold constants and simplify, so a node need not have the shape it was asked for.
 *
 * Truth values are bit-vectors of width 1. A memory cell is read by E_CELL (scalar) or E_READ (array cell at an index);
 * there are no array-valued expressions: an action writes arrays element by element (program.h).
 * Division by zero is total, as in SMT-LIB (x / 0 is all ones unsigned; x % 0 is x); shifts by the width or more give
 * 0 (or the sign). The front end guards what C leaves undefined, so these values are never seen in a verdict. */
#ifndef HEDDLE_PROGRAM_EXPR_H
#define HEDDLE_PROGRAM_EXPR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum expr_op {
    E_CONST, /* value */
    E_CELL,  /* value: cell id of a scalar cell, as it is before the action */
    E_READ,  /* value: cell id of an array cell; arg[0]: index */
    E_SELF,  /* id of the thread instance that acts; 32 bits; never 0 */
    E_INPUT, /* value: input site; an arbitrary value, the same at every mention within one step */
    E_NOT,   /* bitwise */
    E_NEG,
    E_AND,
    E_OR,
    E_XOR,
    E_ADD,
    E_SUB,
    E_MUL,
    E_UDIV,
    E_SDIV,
    E_UREM,
    E_SREM,
    E_SHL,
    E_LSHR,
    E_ASHR,
    E_EQ, /* width 1; the arguments have one width; so the next four */
    E_ULT,
    E_ULE,
    E_SLT,
    E_SLE,
    E_ITE,     /* arg[0] of width 1 */
    E_ZEXT,    /* to the node's width */
    E_SEXT,    /* to the node's width */
    E_EXTRACT, /* bits value .. value + width - 1 of arg[0] */
    E_CONCAT,  /* arg[0] high, arg[1] low */
    /* Floating point: bit-vectors of width 32 or 64 read as IEEE 754 numbers, rounded to nearest, ties to even (float.h). */
    E_FADD,
    E_FSUB,
    E_FMUL,
    E_FDIV,
    E_FEQ, /* width 1; false if one is not a number; so the next two */
    E_FLT,
    E_FLE,
    E_FSQRT,
    E_FINT, /* to an integral value; value: enum float_rounding */
    E_FTOF, /* to the format of the node's width */
    E_STOF, /* of a signed integer of any width */
    E_UTOF, /* of an unsigned one */
    E_FTOS, /* cut to a signed integer of the node's width; 0 if that does not fit */
    E_FTOU, /* to an unsigned one */
    E_AT,   /* in proofs only: value: code << 32 | location; arg[0]: instance id; that instance is there */
    EXPR_OPS
};

typedef const struct expr *expr;
struct expr {
    uint8_t op;    /* enum expr_op */
    uint8_t width; /* 1 .. 64 */
    uint8_t arity; /* 0 .. 3 */
    uint32_t id;   /* dense within the pool: index of side tables; children have smaller ids */
    uint64_t value;
    expr arg[3];
};

struct exprs; /* the pool */
struct exprs *exprs_new(void);
void exprs_free(struct exprs *pool);
uint32_t exprs_count(const struct exprs *pool); /* ids are below this */

expr expr_const(struct exprs *pool, unsigned width, uint64_t value); /* value is cut to width */
expr expr_bool(struct exprs *pool, bool value);
expr expr_cell(struct exprs *pool, unsigned width, uint32_t cell);
expr expr_read(struct exprs *pool, unsigned width, uint32_t cell, expr index);
expr expr_self(struct exprs *pool);
expr expr_input(struct exprs *pool, unsigned width, uint32_t site);
expr expr_at(struct exprs *pool, expr instance, uint32_t code, uint32_t location);

/* Any operator above E_INPUT by its arguments; b and c are NULL where the arity is lower. */
expr expr_unary(struct exprs *pool, enum expr_op op, expr a);          /* E_NOT E_NEG */
expr expr_binary(struct exprs *pool, enum expr_op op, expr a, expr b); /* E_AND .. E_SLE, E_CONCAT; equal widths but E_CONCAT */
expr expr_ite(struct exprs *pool, expr c, expr a, expr b);
expr expr_zext(struct exprs *pool, expr a, unsigned width);
expr expr_sext(struct exprs *pool, expr a, unsigned width);
expr expr_extract(struct exprs *pool, expr a, unsigned low, unsigned width);
/* E_FADD .. E_FTOU; b is NULL where the arity is lower; width: of the node, value: of E_FINT. */
expr expr_float(struct exprs *pool, enum expr_op op, unsigned width, uint64_t value, expr a, expr b);
expr expr_resize(struct exprs *pool, expr a, unsigned width, bool is_signed); /* truncate or extend */

expr expr_not(struct exprs *pool, expr a);
expr expr_and(struct exprs *pool, expr a, expr b);
expr expr_or(struct exprs *pool, expr a, expr b);
expr expr_implies(struct exprs *pool, expr a, expr b);
expr expr_eq(struct exprs *pool, expr a, expr b);
expr expr_ne(struct exprs *pool, expr a, expr b);
expr expr_add(struct exprs *pool, expr a, expr b);
expr expr_sub(struct exprs *pool, expr a, expr b);

/* The node again with other arguments, simplified. */
expr expr_with(struct exprs *pool, expr e, const expr *arg);

static inline bool expr_is_float(enum expr_op op) { return op >= E_FADD && op <= E_FTOU; }
static inline bool expr_is_const(expr e) { return e->op == E_CONST; }
static inline bool expr_is_value(expr e, uint64_t v) { return e->op == E_CONST && e->value == v; }
static inline bool expr_is_true(expr e) { return e->width == 1 && expr_is_value(e, 1); }
static inline bool expr_is_false(expr e) { return e->width == 1 && expr_is_value(e, 0); }
static inline uint64_t width_mask(unsigned width) { return width == 64 ? ~UINT64_C(0) : (UINT64_C(1) << width) - 1; }
static inline int64_t sign_extend(uint64_t v, unsigned width) { return (int64_t)(v << (64 - width)) >> (64 - width); }

/* An operator (E_NOT .. E_FTOU) as it is used: the width of its value and of its first two arguments. */
struct operation {
    enum expr_op op;
    unsigned width, wa, wb;
    uint64_t low; /* the node's value: E_EXTRACT, E_FINT */
};
static inline struct operation expr_operation(expr e)
{
    return (struct operation){(enum expr_op)e->op, e->width, e->arity > 0 ? e->arg[0]->width : 0,
                              e->arity > 1 ? e->arg[1]->width : 0, e->value};
}

/* The value of an operator on values cut to their widths. The one place where operators get their meaning: folding, the
 * interpreter and the tests of the solvers use it. */
uint64_t operation_value(const struct operation *o, uint64_t a, uint64_t b, uint64_t c);
/* The value of a node, given those of its arguments. */
uint64_t expr_apply(expr e, uint64_t a, uint64_t b, uint64_t c);

/* Rebuilds e bottom-up, calling leaf() for every E_CELL, E_READ (its index already rebuilt, passed as index), E_SELF,
 * E_INPUT and E_AT; leaf returns the replacement, or NULL to keep. memo (may be NULL) keeps results between calls with the
 * same leaf function. */
struct expr_memo;
typedef expr (*expr_leaf)(void *context, expr leaf, expr index);
expr expr_rewrite(struct exprs *pool, expr e, expr_leaf leaf, void *context, struct expr_memo *memo);
struct expr_memo *expr_memo_new(void);
void expr_memo_clear(struct expr_memo *memo);
void expr_memo_free(struct expr_memo *memo);

/* e with every occurrence of one node in it replaced by an expression of the same width. */
expr expr_replace(struct exprs *pool, expr e, expr from, expr to);

/* The value of e wherever the fact holds: conditions that are parts of the fact are no longer asked in it. */
expr expr_given(struct exprs *pool, expr e, expr fact);

/* Calls visit for every distinct node below e, children first. */
void expr_visit(expr e, void (*visit)(void *context, expr node), void *context);

const char *expr_op_name(enum expr_op op);

#endif
