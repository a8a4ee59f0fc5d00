/* What the two files of the bit-blaster share: words of any width, lowest bit first. */
#ifndef HEDDLE_LOGIC_BITBLAST_PARTS_H
#define HEDDLE_LOGIC_BITBLAST_PARTS_H

#include "logic/bitblast.h"

lit *word_fresh(struct blaster *b, unsigned width); /* all LIT_FALSE */

/* r = x + y, or x - y; returns the carry out (of a difference: no borrow). r may be x. */
lit word_add_into(struct blaster *b, lit *r, word x, word y, unsigned width, bool subtract);
/* x < y, or x <= y if or_equal. */
lit word_less(struct blaster *b, word x, word y, unsigned width, bool is_signed, lit or_equal);
word word_multiply(struct blaster *b, word x, word y, unsigned width);

/* E_FADD .. E_FTOU. */
word float_word(struct blaster *b, const struct operation *o, word x, word y);

#endif
