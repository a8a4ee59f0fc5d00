/* Printing: no effect, an arbitrary result. What a %s points to is not read and %n writes nothing. Printing into memory: sprintf.c. */
#include "heddle.h"

MODEL void *stdin;
MODEL void *stdout;
MODEL void *stderr;

static int printed(void) { return (int)__heddle_any_u32("the result of a function that prints"); }

MODEL int printf(const char *format, ...)
{
    (void)format;
    return printed();
}

MODEL int fprintf(void *stream, const char *format, ...)
{
    (void)stream, (void)format;
    return printed();
}

MODEL int dprintf(int file, const char *format, ...)
{
    (void)file, (void)format;
    return printed();
}

MODEL void syslog(int priority, const char *format, ...) { (void)priority, (void)format; }

MODEL int puts(const char *text)
{
    (void)text;
    return printed();
}

MODEL int fputs(const char *text, void *stream)
{
    (void)text, (void)stream;
    return printed();
}

MODEL int putchar(int c)
{
    (void)c;
    return printed();
}

MODEL int putc(int c, void *stream)
{
    (void)c, (void)stream;
    return printed();
}

MODEL int fputc(int c, void *stream)
{
    (void)c, (void)stream;
    return printed();
}

MODEL size_t fwrite(const void *memory, size_t size, size_t count, void *stream)
{
    (void)memory, (void)size, (void)stream;
    size_t written = (size_t)__heddle_nondet_u64();
    __heddle_assume(written <= count);
    return written;
}

MODEL long write(int file, const void *memory, size_t size)
{
    (void)file, (void)memory, (void)size;
    return (long)__heddle_nondet_u64();
}

MODEL int fflush(void *stream)
{
    (void)stream;
    return printed();
}

MODEL int setvbuf(void *stream, char *buffer, int mode, size_t size)
{
    (void)stream, (void)buffer, (void)mode, (void)size;
    return printed();
}

MODEL void setbuf(void *stream, char *buffer) { (void)stream, (void)buffer; }

MODEL int vprintf(const char *format, __builtin_va_list list)
{
    (void)format, (void)list;
    return printed();
}

MODEL int vfprintf(void *stream, const char *format, __builtin_va_list list)
{
    (void)stream, (void)format, (void)list;
    return printed();
}
