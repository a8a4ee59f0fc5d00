/* Files: opening, reading and closing, which may all fail. What is in them is any value, since what was written is not remembered. */
#include "errors.h"
#include "heddle.h"

MODEL void *fopen(const char *name, const char *mode)
{
    __heddle_reads_text(name, __SIZE_MAX__);
    __heddle_reads_text(mode, __SIZE_MAX__);
    if (__heddle_nondet_bool()) {
        __heddle_fails();
        return NULL;
    }
    return __heddle_alloc(1);
}

static int closed(void) { return __heddle_any_u8("the result of closing a file") & 1 ? __heddle_fails() : 0; }

MODEL int fclose(void *file)
{
    (void)file;
    return closed();
}

MODEL int feof(void *file)
{
    (void)file;
    return __heddle_any_u8("whether a file has ended") & 1;
}

MODEL int ferror(void *file)
{
    (void)file;
    return __heddle_any_u8("whether a file has failed") & 1;
}

MODEL int open(const char *name, int flags, ...)
{
    (void)flags;
    __heddle_reads_text(name, __SIZE_MAX__);
    if (__heddle_nondet_bool())
        return __heddle_fails();
    return (int)(__heddle_any_u32("the number of a file") & 0x7fffffff);
}

MODEL int close(int file)
{
    (void)file;
    return closed();
}

static void fill(unsigned char *to, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        to[i] = __heddle_any_u8("what is in a file");
}

MODEL long read(int file, void *to, size_t size)
{
    (void)file;
    if (__heddle_nondet_bool())
        return __heddle_fails();
    __heddle_writes(to, size);
    size_t bytes = (size_t)__heddle_any_u64("how much of a file is read");
    __heddle_assume(bytes <= size && bytes <= 0x7ffff000);
    fill(to, bytes);
    return (long)bytes;
}

MODEL size_t fread(void *to, size_t size, size_t count, void *file)
{
    (void)file;
    __heddle_writes(to, size * count);
    size_t read = (size_t)__heddle_any_u64("how much of a file is read");
    __heddle_assume(read <= (size ? count : 0));
    fill(to, read * size);
    return read;
}
