/* Strings of wide characters: plain accesses, as those of strings.c. */
#include "heddle.h"

typedef __WCHAR_TYPE__ wide;

MODEL size_t wcslen(const wide *s)
{
    size_t n = 0;
    while (s[n])
        n++;
    return n;
}

MODEL wide *wcscpy(wide *to, const wide *from)
{
    size_t n = 0;
    do {
        to[n] = from[n];
    } while (from[n++]);
    return to;
}

MODEL wide *wcscat(wide *to, const wide *from)
{
    wcscpy(to + wcslen(to), from);
    return to;
}

MODEL int wcscmp(const wide *a, const wide *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a < *b ? -1 : *a > *b;
}

MODEL wide *wcschr(const wide *s, wide c)
{
    for (; *s != c; s++)
        if (!*s)
            return NULL;
    return (wide *)s;
}
