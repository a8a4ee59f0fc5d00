#include "base/arena.h"

#include "base/memory.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { FIRST_CHUNK = 1024, CHUNK_BYTES = 64 * 1024, ALIGN = 16 };

struct arena_chunk {
    struct arena_chunk *next;
    size_t used, capacity;
    _Alignas(ALIGN) char data[];
};

void *arena_alloc(struct arena *a, size_t bytes)
{
    assert(a);
    bytes = (bytes + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    struct arena_chunk *c = a->chunks;
    if (!c || c->capacity - c->used < bytes) {
        size_t usual = a->bytes < FIRST_CHUNK ? FIRST_CHUNK : a->bytes < CHUNK_BYTES ? a->bytes : CHUNK_BYTES;
        size_t capacity = bytes > usual ? bytes : usual; /* as much again as there is: small arenas stay small */
        c = mem_zalloc(sizeof *c + capacity);
        c->capacity = capacity;
        c->next = a->chunks;
        a->chunks = c;
    }
    void *p = c->data + c->used;
    c->used += bytes;
    a->bytes += bytes;
    return p;
}

char *arena_strndup(struct arena *a, const char *s, size_t n)
{
    assert(s || !n);
    char *p = arena_alloc(a, n + 1);
    memcpy(p, s, n);
    return p;
}

char *arena_strdup(struct arena *a, const char *s) { return arena_strndup(a, s, strlen(s)); }

char *arena_printf(struct arena *a, const char *format, ...)
{
    assert(format);
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    char *p = arena_alloc(a, (size_t)n + 1);
    vsnprintf(p, (size_t)n + 1, format, again);
    va_end(again);
    va_end(args);
    return p;
}

struct arena_mark arena_mark(const struct arena *a)
{
    return (struct arena_mark){a->chunks, a->chunks ? a->chunks->used : 0, a->bytes};
}

void arena_rewind(struct arena *a, struct arena_mark to)
{
    while (a->chunks != to.chunk) {
        struct arena_chunk *c = a->chunks;
        assert(c); /* the mark is one of this arena */
        a->chunks = c->next;
        mem_free(c);
    }
    if (a->chunks) {
        memset(a->chunks->data + to.used, 0, a->chunks->used - to.used);
        a->chunks->used = to.used;
    }
    a->bytes = to.bytes;
}

void arena_release(struct arena *a)
{
    for (struct arena_chunk *c = a->chunks, *next; c; c = next) {
        next = c->next;
        mem_free(c);
    }
    *a = (struct arena)ARENA_EMPTY;
}
