/* One conversion of a format of printf, and the arguments that it takes. */
#ifndef HEDDLE_MODELS_CONVERSION_H
#define HEDDLE_MODELS_CONVERSION_H

#include "heddle.h"

struct arguments {
    __builtin_va_list list;
};

struct conversion {
    char kind; /* the letter */
    _Bool left, plus, space, other, zero;
    _Bool has_precision;
    unsigned width, precision;
    int longs; /* -2 hh, -1 h, 1 l, 2 ll */
};

/* Reads the conversion at f, which is behind the %; returns what is behind it. A * takes an argument. */
const char *__heddle_conversion(const char *f, struct conversion *c, struct arguments *a);
long long __heddle_signed(const struct conversion *c, struct arguments *a); /* the argument of d or i */
unsigned long long __heddle_unsigned(const struct conversion *c, struct arguments *a);
/* Prints into to, which has room for so many bytes; returns how many characters there are. */
int __heddle_print(char *to, size_t room, const char *format, struct arguments *a);

#endif
