/* Strings: the obvious loops. All are plain accesses: they can race. */
#include "allocation.h"
#include "errors.h"

static size_t length(const char *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

/* Copies at most limit characters; true if the end of the string was among them. */
static _Bool copy(char *to, const char *from, size_t limit, size_t *copied)
{
    size_t i = 0;
    _Bool end = 0;
    while (i < limit && !end) {
        to[i] = from[i];
        end = from[i] == 0;
        i++;
    }
    *copied = i;
    copied_apart(to, from, i);
    return end;
}

static int compare(const char *a, const char *b, size_t limit)
{
    for (size_t i = 0; i < limit; i++) {
        unsigned char x = (unsigned char)a[i], y = (unsigned char)b[i];
        if (x != y)
            return x - y;
        if (x == 0)
            return 0;
    }
    return 0;
}

MODEL size_t strlen(const char *s) { return length(s); }

MODEL size_t strnlen(const char *s, size_t limit)
{
    size_t n = 0;
    while (n < limit && s[n])
        n++;
    return n;
}

MODEL int strcmp(const char *a, const char *b) { return compare(a, b, (size_t)-1); }

MODEL int strncmp(const char *a, const char *b, size_t limit) { return compare(a, b, limit); }

MODEL char *strcpy(char *to, const char *from)
{
    size_t copied = 0;
    copy(to, from, (size_t)-1, &copied);
    return to;
}

MODEL char *strncpy(char *to, const char *from, size_t size)
{
    size_t i = 0;
    copy(to, from, size, &i);
    for (; i < size; i++)
        to[i] = 0;
    return to;
}

MODEL char *strcat(char *to, const char *from)
{
    size_t copied = 0;
    copy(to + length(to), from, (size_t)-1, &copied);
    return to;
}

MODEL char *strncat(char *to, const char *from, size_t limit)
{
    char *end = to + length(to);
    size_t copied = 0;
    if (!copy(end, from, limit, &copied))
        end[copied] = 0;
    return to;
}

MODEL char *strchr(const char *s, int c)
{
    for (;; s++) {
        char now = *s;
        if (now == (char)c)
            return (char *)s;
        if (now == 0)
            return NULL;
    }
}

MODEL char *strrchr(const char *s, int c)
{
    const char *found = NULL;
    for (;; s++) {
        char now = *s;
        if (now == (char)c)
            found = s;
        if (now == 0)
            return (char *)found;
    }
}

/* No more is copied than was counted, though the text may have grown. */
MODEL char *strdup(const char *s)
{
    size_t size = length(s) + 1, copied = 0;
    if (there_is_no_memory()) {
        __heddle_failed(E_NOMEM);
        return NULL;
    }
    char *fresh = __heddle_alloc(size);
    copy(fresh, s, size, &copied);
    return fresh;
}
