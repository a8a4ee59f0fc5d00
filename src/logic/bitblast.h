/* Bit-vectors as circuits: a word is an array of literals, lowest bit first; its width is known from the context.
 * word_apply gives every operator of expr.h the meaning that operation_value gives it. */
#ifndef HEDDLE_LOGIC_BITBLAST_H
#define HEDDLE_LOGIC_BITBLAST_H

#include "base/arena.h"
#include "logic/circuit.h"
#include "program/expr.h"

typedef const lit *word;

/* Where words live; they are freed with the arena. */
struct blaster {
    struct circuit *circuit;
    struct arena *arena;
};

word word_const(struct blaster *b, unsigned width, uint64_t value);
word word_input(struct blaster *b, unsigned width); /* fresh bits */
word word_lit(struct blaster *b, lit a);            /* width 1 */
bool word_is_const(word a, unsigned width, uint64_t *value);
bool word_same(word a, word b, unsigned width); /* the same literals */
lit word_equal(struct blaster *b, word x, word y, unsigned width);
word word_mux(struct blaster *b, lit condition, word then, word otherwise, unsigned width);

/* E_NOT .. E_CONCAT; wa and wb are the widths of x and y, low is the node's value (E_EXTRACT). */
word word_apply(struct blaster *b, const struct operation *o, word x, word y, word z);

/* Evaluates expressions bottom-up; leaf() gives the words of E_CELL, E_READ (its index evaluated), E_SELF and E_INPUT.
 * Results are kept until evaluation_next(): call it when leaves get other meanings. */
struct evaluation {
    struct blaster *blaster;
    word (*leaf)(void *context, expr e, word index);
    void *context;
    VECTOR(word) words; /* by expression id */
    u32_vector stamps;
    uint32_t stamp;
};
void evaluation_next(struct evaluation *e);
word evaluation_word(struct evaluation *e, expr x);
void evaluation_free(struct evaluation *e);

#endif
