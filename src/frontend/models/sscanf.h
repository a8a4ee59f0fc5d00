/* sscanf with a literal format, as frontend/string_formats.c writes it out: one call for each piece of the format. */
#ifndef HEDDLE_MODELS_SSCANF_H
#define HEDDLE_MODELS_SSCANF_H

#include "heddle.h"

struct scanner { /* as string_formats.c lays it out */
    const char *text, *at;
    int done;     /* conversions that were stored; -1: the text ended before the first */
    int possible; /* of text from outside: any number of conversions succeeds */
    _Bool stopped, outside;
};

/* How a number is written: the base (0: as in C), whether it is signed, and whether it is stored nowhere. */
enum { SCAN_BASE = 0xff, SCAN_SIGNED = 1 << 8, SCAN_SKIP = 1 << 9 };

void __heddle_scan_string_begin(struct scanner *s, const char *text, int conversions);
void __heddle_scan_string_space(struct scanner *s);
void __heddle_scan_string_literal(struct scanner *s, int c);
void __heddle_scan_string_number(struct scanner *s, void *to, int bits, int how, unsigned width);
void __heddle_scan_string_decimal(struct scanner *s, void *to, int bits, int how, unsigned width);
void __heddle_scan_string_text(struct scanner *s, char *to, int how, unsigned width);
void __heddle_scan_string_set(struct scanner *s, char *to, const char *set, int how, unsigned width);
void __heddle_scan_string_characters(struct scanner *s, char *to, int how, unsigned width);
void __heddle_scan_string_position(struct scanner *s, void *to, int bits);
int __heddle_scan_string_end(struct scanner *s);

/* scanf.c: the same of what is not looked at */
int __heddle_scan(int conversions, const char *text, int from_memory);
void __heddle_scan_8(unsigned char *to, int matches, int from_memory);
void __heddle_scan_16(unsigned short *to, int matches, int from_memory);
void __heddle_scan_32(unsigned *to, int matches, int from_memory);
void __heddle_scan_64(unsigned long long *to, int matches, int from_memory);
void __heddle_scan_80(void *to, int matches, int from_memory); /* a long double */
void __heddle_scan_text(char *to, int matches, int from_memory, unsigned width);
void __heddle_scan_set(char *to, int matches, int from_memory, unsigned width);

#endif
