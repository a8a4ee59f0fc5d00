/* Printing: no effect on the program. How much is printed is any number; that printing fails is possible. What %s points to is read
 * for the property race (formats.c puts that in); a call with %n is one of __heddle_counting_printf. Printing into memory: sprintf.c. */
#include "conversion.h"
#include "errors.h"
#include "states.h"
#include "streams.h"

static char streams[3];
MODEL void *stdin = &streams[0];
MODEL void *stdout = &streams[1];
MODEL void *stderr = &streams[2];

_Bool __heddle_is_standard(void *stream) { return stream == &streams[0] || stream == &streams[1] || stream == &streams[2]; }

static const char how_much[] = "how much a function prints";

static int printed(int least)
{
    READS_STATE(locale);
    return EITHER(how_much, (__heddle_any_u32(how_much) & 0x3fffffff) + (unsigned)least);
}

/* What may stand between the % and the letter of a conversion. */
static _Bool is_before_letter(char c)
{
    return c == '#' || c == ' ' || c == '-' || c == '+' || c == '\'' || c == '.' || c == '*' || c == '$' || c == 'h' || c == 'l' ||
           c == 'q' || c == 'j' || c == 'z' || c == 'Z' || c == 't' || c == 'L' || c == 'I' || c == 'w' || (c >= '0' && c <= '9');
}

/* Whether there is a %n. */
static _Bool stores_count(const char *f)
{
    while (*f) {
        if (*f++ != '%')
            continue;
        while (is_before_letter(*f) || (*f == 'f' && f[-1] == 'w')) /* %wf32n of C23 */
            f++;
        if (*f == 'n')
            return 1;
        f += *f != 0;
    }
    return 0;
}

/* For formats that are not literals: one that is no constant may have %n, which stores what is printed so far. */
static void look_at(const char *format, __builtin_va_list list)
{
    __heddle_reads_text(format, __SIZE_MAX__);
    if (!__heddle_format_has(format, 'n') || !stores_count(format))
        return;
    __heddle_approximate("a format that is not a constant");
    __heddle_reach("what %n stores", 1, 0, list);
}

void __heddle_print_unknown(const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    look_at(format, list);
    __builtin_va_end(list);
}

/* What %s points to is read. Only for the property race, where the format is no literal. */
void __heddle_reads_list(const char *f, __builtin_va_list list)
{
    struct arguments a;
    if (!__heddle_format_has(f, 's'))
        return;
    __builtin_va_copy(a.list, list);
    while (*f) {
        struct conversion c;
        if (*f++ != '%')
            continue;
        f = __heddle_conversion(f, &c, &a);
        if (c.kind == 's' && !c.longs)
            __heddle_reads_text(__builtin_va_arg(a.list, const char *), c.has_precision ? c.precision : __SIZE_MAX__);
        else if (c.kind == 'd' || c.kind == 'i' || c.kind == 'u' || c.kind == 'x' || c.kind == 'X' || c.kind == 'o' ||
                 c.kind == 'c')
            (void)__heddle_unsigned(&c, &a);
        else if (c.kind == 'p')
            (void)__builtin_va_arg(a.list, void *);
        else if (c.kind == 'f' || c.kind == 'e' || c.kind == 'g' || c.kind == 'a')
            (void)__builtin_va_arg(a.list, double);
        else if (c.kind != '%' && c.kind != 'm')
            __heddle_unsupported("a conversion of printf before %s");
    }
}

void __heddle_reads_arguments(const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    __heddle_reads_list(format, list);
    __builtin_va_end(list);
}

int __heddle_counting_printf(const char *format, ...)
{
    struct arguments a;
    __builtin_va_start(a.list, format);
    READS_STATE(locale);
    int n = __heddle_print(NULL, 0, format, &a);
    __builtin_va_end(a.list);
    return __heddle_nondet_bool() ? __heddle_fails_by(E_IO) : n;
}

MODEL int printf(const char *format, ...)
{
    __heddle_reads_text(format, __SIZE_MAX__);
    return printed(0);
}

MODEL int fprintf(void *stream, const char *format, ...)
{
    __heddle_library_stream(stream);
    __heddle_reads_text(format, __SIZE_MAX__);
    return printed(0);
}

MODEL int dprintf(int file, const char *format, ...)
{
    (void)file;
    __heddle_reads_text(format, __SIZE_MAX__);
    return printed(0);
}

MODEL void syslog(int priority, const char *format, ...)
{
    (void)priority;
    __heddle_reads_text(format, __SIZE_MAX__);
}

MODEL int vprintf(const char *format, __builtin_va_list list)
{
    look_at(format, list);
    __heddle_reads_list(format, list);
    return printed(0);
}

MODEL int vfprintf(void *stream, const char *format, __builtin_va_list list)
{
    __heddle_library_stream(stream);
    look_at(format, list);
    __heddle_reads_list(format, list);
    return printed(0);
}

MODEL int puts(const char *text)
{
    __heddle_reads_text(text, __SIZE_MAX__);
    return printed(1);
}

MODEL int fputs(const char *text, void *stream)
{
    __heddle_library_stream(stream);
    __heddle_reads_text(text, __SIZE_MAX__);
    return __heddle_nondet_bool() ? __heddle_fails_by(E_IO) : 1; /* as in glibc */
}

static int put(int c) { return __heddle_nondet_bool() ? __heddle_fails_by(E_IO) : (unsigned char)c; }

MODEL int putchar(int c) { return put(c); }

MODEL int putc(int c, void *stream)
{
    __heddle_library_stream(stream);
    return put(c);
}

MODEL int fputc(int c, void *stream)
{
    __heddle_library_stream(stream);
    return put(c);
}

MODEL size_t fwrite(const void *memory, size_t size, size_t count, void *stream)
{
    __heddle_library_stream(stream);
    __heddle_reads(memory, size * count);
    size_t written = (size_t)__heddle_nondet_u64();
    __heddle_assume(written <= (size ? count : 0));
    return written;
}

MODEL long write(int file, const void *memory, size_t size)
{
    if (file < 0)
        return __heddle_failed(E_BADF);
    __heddle_reads(memory, size);
    size_t written = (size_t)__heddle_nondet_u64();
    __heddle_assume(written <= size && written <= 0x7ffff000 && (written > 0 || size == 0));
    return __heddle_nondet_bool() ? __heddle_fails_by(E_IO) : (long)written;
}

MODEL int fflush(void *stream)
{
    if (stream) /* otherwise all of them */
        __heddle_library_stream(stream);
    return __heddle_nondet_bool() ? __heddle_fails_by(E_IO) : 0;
}

/* Whatever is done with the stream from then on accesses the buffer. */
static void keep_buffer(const char *buffer)
{
    if (buffer && __heddle_races())
        __heddle_unsupported("a stream with a buffer of the program's own");
}

MODEL int setvbuf(void *stream, char *buffer, int mode, size_t size)
{
    (void)size;
    __heddle_library_stream(stream);
    keep_buffer(buffer);
    return mode >= 0 && mode <= 2 ? 0 : -1;
}

MODEL void setbuf(void *stream, char *buffer)
{
    __heddle_library_stream(stream);
    keep_buffer(buffer);
}
