/* Floating-point numbers in strings, for the models that read some. */
#ifndef HEDDLE_MODELS_REAL_NUMBERS_H
#define HEDDLE_MODELS_REAL_NUMBERS_H

enum { FLOAT_BITS = 32, DOUBLE_BITS = 64, LONG_DOUBLE_BITS = 80 }; /* as in frontend/front.h */

void __heddle_read_real(const char *s, void *to, int bits); /* the number that s begins with */
/* A long double with these bits, or, where no instruction makes such, with others. */
void __heddle_make_long_double(void *to, unsigned long long digits, unsigned short head);

#endif
