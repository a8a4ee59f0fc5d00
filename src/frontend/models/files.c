/* Files: opening, reading and closing, which may all fail. What is in them is any value, since what was written is not remembered. */
#include "heddle.h"

static char stream;

MODEL void *fopen(const char *name, const char *mode)
{
    (void)name, (void)mode;
    return __heddle_nondet_bool() ? NULL : &stream;
}

MODEL int fclose(void *file)
{
    (void)file;
    return (int)__heddle_any_u32("the result of closing a file");
}

MODEL int feof(void *file)
{
    (void)file;
    return (int)__heddle_any_u32("whether a file has ended");
}

MODEL int ferror(void *file)
{
    (void)file;
    return (int)__heddle_any_u32("whether a file has failed");
}

MODEL int open(const char *name, int flags, ...)
{
    (void)name, (void)flags;
    int file = (int)__heddle_any_u32("the number of a file");
    __heddle_assume(file >= -1);
    return file;
}

MODEL int close(int file)
{
    (void)file;
    return (int)__heddle_any_u32("the result of closing a file");
}

static void fill(unsigned char *to, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        to[i] = __heddle_any_u8("what is in a file");
}

MODEL long read(int file, void *to, size_t size)
{
    (void)file;
    size_t bytes = (size_t)__heddle_any_u64("how much of a file is read");
    if (__heddle_nondet_bool())
        return -1;
    __heddle_assume(bytes <= size);
    fill(to, bytes);
    return (long)bytes;
}

MODEL size_t fread(void *to, size_t size, size_t count, void *file)
{
    (void)file;
    size_t read = (size_t)__heddle_any_u64("how much of a file is read");
    __heddle_assume(read <= count);
    fill(to, read * size);
    return read;
}
