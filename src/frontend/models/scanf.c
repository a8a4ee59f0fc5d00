/* Formatted input, as formats.c writes it out: how many conversions succeed, then what each of them stores. What comes from outside may be
 * anything; what comes from memory or from a file is any value (sscanf does not look at it). Calls that are left as they are, because
 * their format is not a literal or asks for something else, are unsupported. */
#include "real_numbers.h"
#include "streams.h"

enum { FROM_A_FILE = 1, OUT_OF_A_STRING }; /* what from_memory says; 0: from standard input */

/* Whether what comes from this stream may be anything. */
int __heddle_scans_file(void *stream)
{
    __heddle_library_stream(stream);
    return is_outside(stream) ? 0 : FROM_A_FILE;
}

/* text: NULL but for sscanf. It must be there; an argument of main is not (arguments.c). */
int __heddle_scan(int conversions, const char *text, int from_memory)
{
    if (from_memory == OUT_OF_A_STRING)
        (void)*(const volatile char *)text;
    if (text)
        __heddle_reads_text(text, __SIZE_MAX__);
    int matched = (int)(from_memory ? __heddle_any_u32("what is read from memory or from a file") : __heddle_nondet_u32());
    __heddle_assume(matched >= -1 && matched <= conversions);
    return matched;
}

#define SCAN(bits, type, any)                                                                                                      \
    void __heddle_scan_##bits(type *to, int matches, int from_memory)                                                              \
    {                                                                                                                              \
        if (matches)                                                                                                               \
            *to = (type)(from_memory ? any("what is read from memory or from a file") : __heddle_nondet_u##bits());                \
    }
SCAN(8, unsigned char, __heddle_any_u8)
SCAN(16, unsigned short, __heddle_any_u32)
SCAN(32, unsigned, __heddle_any_u32)
SCAN(64, unsigned long long, __heddle_any_u64)

void __heddle_scan_80(void *to, int matches, int from_memory)
{
    if (!matches)
        return;
    unsigned long long digits = from_memory ? __heddle_any_u64("what is read from memory or from a file") : __heddle_nondet_u64();
    unsigned head = from_memory ? __heddle_any_u32("what is read from memory or from a file") : __heddle_nondet_u32();
    __heddle_make_long_double(to, digits, (unsigned short)head);
}

/* At most width characters and a zero. */
void __heddle_scan_text(char *to, int matches, int from_memory, unsigned width)
{
    unsigned n = 0;
    if (!matches)
        return;
    do {
        char c = (char)(from_memory ? __heddle_any_u8("what is read from memory or from a file") : __heddle_nondet_u8());
        __heddle_assume(c != 0 && c != ' ' && !(c >= '\t' && c <= '\r'));
        to[n++] = c;
    } while (n < width && __heddle_nondet_bool());
    to[n] = 0;
}

/* The same of a set of characters, which are any. */
void __heddle_scan_set(char *to, int matches, int from_memory, unsigned width)
{
    unsigned n = 0;
    (void)from_memory;
    if (!matches)
        return;
    do {
        char c = (char)__heddle_any_u8("what scanf reads for a set of characters");
        to[n++] = c ? c : 1;
    } while (n < width && __heddle_nondet_bool());
    to[n] = 0;
}

#define NOT_MODELLED(name)                                                                                                         \
    MODEL int name(const void *from, ...)                                                                                          \
    {                                                                                                                              \
        (void)from;                                                                                                                \
        __heddle_unsupported(#name " with such a format");                                                                         \
    }
NOT_MODELLED(scanf)
NOT_MODELLED(fscanf)
NOT_MODELLED(sscanf)
NOT_MODELLED(__isoc99_scanf)
NOT_MODELLED(__isoc99_fscanf)
NOT_MODELLED(__isoc99_sscanf)
