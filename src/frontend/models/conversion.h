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
/* Pieces of a literal format, for frontend/sprintf_formats.c. They print into to, which has room for so many bytes, behind the first so many
 * characters, and return how many there are then. how: the letter and the flags; extent: the width, and above it the precision. any: a floating-point
 * number in hexadecimal as f, the text of an error as m, wide characters as s. */
enum {
    HEDDLE_LEFT = 1 << 8,
    HEDDLE_PLUS = 1 << 9,
    HEDDLE_SPACE = 1 << 10,
    HEDDLE_OTHER = 1 << 11,
    HEDDLE_ZERO = 1 << 12,
    HEDDLE_PRECISION = 1 << 13
};
size_t __heddle_print_text(char *to, size_t room, size_t length, const char *text, size_t size);
size_t __heddle_print_number(char *to, size_t room, size_t length, unsigned long long value, unsigned how,
                             unsigned long long extent);
size_t __heddle_print_string(char *to, size_t room, size_t length, const char *text, unsigned how, unsigned long long extent);
size_t __heddle_print_real(char *to, size_t room, size_t length, double value, unsigned how, unsigned long long extent);
size_t __heddle_print_any(char *to, size_t room, size_t length, unsigned how, unsigned long long extent);
int __heddle_print_end(char *to, size_t room, size_t length);
char *__heddle_print_memory(char **to, size_t length); /* of asprintf */

/* Prints into to, which has room for so many bytes; returns how many characters there are. */
int __heddle_print(char *to, size_t room, const char *format, struct arguments *a);

#endif
