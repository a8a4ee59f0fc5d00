/* Looking for parts of strings. Plain accesses: they can race. strtok keeps its place in one variable for all threads, as in C. */
#include "allocation.h"
#include "errors.h"

static _Bool has(const char *set, char c)
{
    while (*set && *set != c)
        set++;
    return *set != 0;
}

MODEL size_t strspn(const char *s, const char *accepted)
{
    size_t n = 0;
    while (s[n] && has(accepted, s[n]))
        n++;
    return n;
}

MODEL size_t strcspn(const char *s, const char *rejected)
{
    size_t n = 0;
    while (s[n] && !has(rejected, s[n]))
        n++;
    return n;
}

MODEL char *strpbrk(const char *s, const char *wanted)
{
    while (*s && !has(wanted, *s))
        s++;
    return *s ? (char *)s : NULL;
}

MODEL char *strstr(const char *s, const char *part)
{
    for (;; s++) {
        size_t n = 0;
        while (part[n] && s[n] == part[n])
            n++;
        if (!part[n])
            return (char *)s;
        if (!*s)
            return NULL;
    }
}

static char *next_token(char *s, const char *separators, char **place)
{
    s = s ? s : *place;
    while (*s && has(separators, *s))
        s++;
    if (!*s) {
        *place = s;
        return NULL;
    }
    char *end = s;
    while (*end && !has(separators, *end))
        end++;
    *place = end;
    if (*end) {
        *end = 0;
        *place = end + 1;
    }
    return s;
}

MODEL char *strtok_r(char *s, const char *separators, char **place) { return next_token(s, separators, place); }

static char *place_of_all __asm__("state of strtok");

MODEL char *strtok(char *s, const char *separators) { return next_token(s, separators, &place_of_all); }

static int fold(char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : (unsigned char)c; }

static int compare_folded(const char *a, const char *b, size_t limit)
{
    for (size_t i = 0; i < limit; i++) {
        int x = fold(a[i]), y = fold(b[i]);
        if (x != y)
            return x - y;
        if (x == 0)
            return 0;
    }
    return 0;
}

MODEL int strcasecmp(const char *a, const char *b) { return compare_folded(a, b, (size_t)-1); }

MODEL int strncasecmp(const char *a, const char *b, size_t limit) { return compare_folded(a, b, limit); }

MODEL char *strndup(const char *s, size_t limit)
{
    size_t n = 0;
    while (n < limit && s[n])
        n++;
    if (there_is_no_memory()) {
        __heddle_failed(E_NOMEM);
        return NULL;
    }
    char *fresh = __heddle_alloc(n + 1);
    for (size_t i = 0; i < n; i++)
        fresh[i] = s[i];
    fresh[n] = 0;
    return fresh;
}
