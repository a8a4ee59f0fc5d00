/* Strings as POSIX, glibc and BSD have them besides C: the obvious loops. All are plain accesses: they can race. */
#include "heddle.h"

MODEL char *stpcpy(char *to, const char *from)
{
    size_t i = 0;
    while ((to[i] = from[i]))
        i++;
    copied_apart(to, from, i + 1);
    return to + i;
}

/* Zeros up to the limit. */
MODEL char *stpncpy(char *to, const char *from, size_t limit)
{
    size_t i = 0;
    for (; i < limit && from[i]; i++)
        to[i] = from[i];
    char *end = to + i;
    copied_apart(to, from, i);
    for (; i < limit; i++)
        to[i] = 0;
    return end;
}

MODEL void *mempcpy(void *to, const void *from, size_t size)
{
    __builtin_memcpy(to, from, size);
    return (char *)to + size;
}

MODEL void *memccpy(void *to, const void *from, int last, size_t size)
{
    unsigned char *t = to;
    const unsigned char *f = from;
    for (size_t i = 0; i < size; i++) {
        t[i] = f[i];
        if (f[i] == (unsigned char)last) {
            copied_apart(to, from, i + 1);
            return t + i + 1;
        }
    }
    copied_apart(to, from, size);
    return NULL;
}

MODEL char *strchrnul(const char *s, int c)
{
    while (*s && *s != (char)c)
        s++;
    return (char *)s;
}

MODEL void *memrchr(const void *memory, int c, size_t size)
{
    const unsigned char *m = memory;
    while (size > 0)
        if (m[--size] == (unsigned char)c)
            return (void *)(m + size);
    return NULL;
}

MODEL char *index(const char *s, int c)
{
    while (*s && *s != (char)c)
        s++;
    return *s == (char)c ? (char *)s : NULL;
}

MODEL char *rindex(const char *s, int c)
{
    const char *found = NULL;
    do
        found = *s == (char)c ? s : found;
    while (*s++);
    return (char *)found;
}

static _Bool separates(const char *set, char c)
{
    while (*set && *set != c)
        set++;
    return *set != 0;
}

MODEL char *strsep(char **place, const char *separators)
{
    char *begin = *place, *s = begin;
    if (!begin)
        return NULL;
    while (*s && !separates(separators, *s))
        s++;
    *place = *s ? s + 1 : NULL;
    *s = 0;
    return begin;
}

MODEL size_t strlcpy(char *to, const char *from, size_t size)
{
    size_t n = 0;
    for (; from[n]; n++)
        if (n + 1 < size)
            to[n] = from[n];
    if (size) {
        size_t last = n < size ? n : size - 1;
        to[last] = 0;
        copied_apart(to, from, last + 1);
    }
    return n;
}

MODEL size_t strlcat(char *to, const char *from, size_t size)
{
    size_t have = 0;
    while (have < size && to[have])
        have++;
    return have + (have == size ? strlcpy(to, from, 0) : strlcpy(to + have, from, size - have));
}
