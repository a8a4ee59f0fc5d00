#include "base/text.h"

#include "base/memory.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void text_reserve(struct text *t, size_t more)
{
    if (t->size + more + 1 <= t->capacity)
        return;
    size_t n = t->capacity ? t->capacity : 64;
    while (n < t->size + more + 1)
        n *= 2;
    t->data = mem_realloc(t->data, n);
    t->capacity = n;
}

void text_append_bytes(struct text *t, const char *s, size_t n)
{
    assert(text_valid(t) && (s || !n));
    text_reserve(t, n);
    memcpy(t->data + t->size, s, n);
    t->size += n;
    t->data[t->size] = 0;
}

void text_append(struct text *t, const char *s) { text_append_bytes(t, s, strlen(s)); }
void text_char(struct text *t, char c) { text_append_bytes(t, &c, 1); }

void text_vprintf(struct text *t, const char *format, va_list args)
{
    assert(text_valid(t) && format);
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    text_reserve(t, (size_t)n);
    vsnprintf(t->data + t->size, (size_t)n + 1, format, again);
    t->size += (size_t)n;
    va_end(again);
}

void text_printf(struct text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_vprintf(t, format, args);
    va_end(args);
}

void text_append_shell_word(struct text *t, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./=,:+@%-";
    bool quoted = !*word || word[strspn(word, plain)];
    text_append(t, quoted ? "'" : "");
    for (const char *c = word; *c; c++)
        text_append(t, *c == '\'' ? "'\\''" : (char[]){*c, 0});
    text_append(t, quoted ? "'" : "");
}

void text_clear(struct text *t)
{
    t->size = 0;
    if (t->data)
        t->data[0] = 0;
}

void text_free(struct text *t)
{
    mem_free(t->data);
    *t = (struct text){0};
}

const char *file_problem(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return strerror(errno);
    if (S_ISDIR(status.st_mode))
        return "is a directory";
    if (!S_ISREG(status.st_mode))
        return "is not a regular file";
    return access(path, R_OK) != 0 ? strerror(errno) : NULL;
}

const char *source_problem(const char *path)
{
    const char *problem = file_problem(path);
    FILE *f = problem || ends_with(path, ".bc") ? NULL : fopen(path, "rb");
    char beginning[512];
    size_t n = f ? fread(beginning, 1, sizeof beginning, f) : 0;
    if (f)
        fclose(f);
    return n && memchr(beginning, 0, n) ? "it is no text" : problem;
}

bool text_read_regular_file(struct text *t, const char *path)
{
    errno = EINVAL;
    return !file_problem(path) && text_read_file(t, path);
}

bool text_read_file(struct text *t, const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return false;
    char buffer[1 << 16];
    size_t n;
    while ((n = fread(buffer, 1, sizeof buffer, f)) > 0)
        text_append_bytes(t, buffer, n);
    int error = ferror(f) ? errno : 0;
    fclose(f);
    errno = error;
    return !error;
}

bool text_write_file(const struct text *t, const char *path)
{
    FILE *f = fopen(path, "wb");
    if (!f)
        return false;
    bool ok = fwrite(text_string(t), 1, t->size, f) == t->size;
    return (fclose(f) == 0) && ok;
}

bool parse_u64(const char *s, uint64_t low, uint64_t high, uint64_t *value)
{
    assert(s && low <= high);
    if (*s < '0' || *s > '9')
        return false;
    char *end;
    errno = 0;
    unsigned long long v = strtoull(s, &end, s[0] == '0' && (s[1] == 'x' || s[1] == 'X') ? 16 : 10);
    if (*end || errno || v < low || v > high)
        return false;
    *value = v;
    return true;
}

bool starts_with(const char *s, const char *prefix) { return !strncmp(s, prefix, strlen(prefix)); }

bool ends_with(const char *s, const char *suffix)
{
    size_t n = strlen(s), m = strlen(suffix);
    return n >= m && !strcmp(s + n - m, suffix);
}
