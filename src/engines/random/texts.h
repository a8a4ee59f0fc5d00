/* Characters of texts that a drawn run is given: mostly those of the program's own texts, one after the other, since what is read is compared with them. */
#ifndef HEDDLE_ENGINES_RANDOM_TEXTS_H
#define HEDDLE_ENGINES_RANDOM_TEXTS_H

#include "program/program.h"

struct priorities;

enum { CHARACTER_WIDTH = 8 };

struct own_text {
    const uint64_t *characters; /* of an array that begins so */
    uint32_t length;            /* no terminating zero */
};

typedef VECTOR(struct own_text) own_texts;

struct texts {
    own_texts all, compared;     /* compared: those that are never copied, so that mostly something is compared with them */
    own_texts letters;           /* of options, for getopt */
    VECTOR(uint64_t) characters; /* that the program compares characters with, wherever they come from; 0 is one */
    bool has_options;            /* a dash is one of them: texts may be options of a command line */
    uint64_t options[1 << CHARACTER_WIDTH][2]; /* by letter: a dash and the letter */
};

/* What a text that is being drawn goes on with. */
struct text_rest {
    uint64_t place; /* whose next character it is: whatever its user takes for one */
    uint64_t after; /* the place behind the last character that was drawn, of a text or not; 0: none was */
    struct own_text rest;
};

struct inputs;
void texts_init(struct texts *t, const struct program *p, struct inputs *inputs);
void texts_free(struct texts *t);

/* The next character for this place: of the text that goes on there, or of one that begins. False if neither is so. */
bool texts_draw(const struct texts *t, struct text_rest *rest, uint64_t place, uint64_t next, struct priorities *draw,
                uint64_t *out);

/* One of the characters that the program compares others with. False if it compares none. */
bool texts_character(const struct texts *t, struct priorities *draw, uint64_t *out);

#endif
