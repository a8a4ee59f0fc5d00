/* Bytes in memory: the loops that stand for llvm.memset, llvm.memcpy and llvm.memmove where the size is not a constant (they must not be
 * written with those), the C functions of those names, and comparison. All are plain accesses: they can race. */
#include "heddle.h"

void *__heddle_memset(void *to, int value, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)to)[i] = (unsigned char)value;
    return to;
}

void *__heddle_memcpy(void *to, const void *from, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
    return to;
}

void *__heddle_memmove(void *to, const void *from, size_t size)
{
    if ((word)to <= (word)from)
        return __heddle_memcpy(to, from, size);
    for (size_t i = size; i > 0; i--)
        ((unsigned char *)to)[i - 1] = ((const unsigned char *)from)[i - 1];
    return to;
}

MODEL void *memset(void *to, int value, size_t size) { return __heddle_memset(to, value, size); }

MODEL void *memcpy(void *to, const void *from, size_t size)
{
    copied_apart(to, from, size);
    return __heddle_memcpy(to, from, size);
}

MODEL void *memmove(void *to, const void *from, size_t size) { return __heddle_memmove(to, from, size); }

MODEL void bzero(void *to, size_t size) { __builtin_memset(to, 0, size); }

/* All of it must be there, also what comes behind the first difference. */
MODEL int memcmp(const void *a, const void *b, size_t size)
{
    if (__heddle_memory()) {
        __heddle_reads(a, size);
        __heddle_reads(b, size);
    }
    for (size_t i = 0; i < size; i++) {
        int difference = ((const unsigned char *)a)[i] - ((const unsigned char *)b)[i];
        if (difference != 0)
            return difference;
    }
    return 0;
}

MODEL void *memchr(const void *memory, int value, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (((const unsigned char *)memory)[i] == (unsigned char)value)
            return (unsigned char *)memory + i;
    return NULL;
}

MODEL int bcmp(const void *a, const void *b, size_t size) { return memcmp(a, b, size); }
