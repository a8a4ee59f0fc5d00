/* The digits of a floating-point number. */
#ifndef HEDDLE_MODELS_REAL_TEXT_H
#define HEDDLE_MODELS_REAL_TEXT_H

#include "conversion.h"

struct real_text {
    char text[20 + 60 + 8]; /* without its sign */
    unsigned length;
    _Bool negative, is_infinite;
};

/* c: e E f F g G. False: the number is not a number, or too large or too small for this; t says nothing then. */
_Bool __heddle_real_text(double value, const struct conversion *c, struct real_text *t);

#endif
