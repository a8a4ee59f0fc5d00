#include "base/memory.h"

#include <malloc.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static atomic_size_t used, limit;
static void (*exhausted)(size_t bytes);

static _Noreturn void out_of_memory(size_t bytes)
{
    if (exhausted)
        exhausted(bytes);
    fprintf(stderr, "heddle: out of memory (asked for %zu more bytes, %zu in use)\n", bytes, mem_used());
    exit(70);
}

static void *account(void *p, size_t asked)
{
    if (!p)
        out_of_memory(asked);
    atomic_fetch_add_explicit(&used, malloc_usable_size(p), memory_order_relaxed);
    return p;
}

static void check_limit(size_t more)
{
    size_t most = atomic_load_explicit(&limit, memory_order_relaxed);
    if (most && (more > most || mem_used() > most - more))
        out_of_memory(more);
}

void *mem_alloc(size_t bytes)
{
    check_limit(bytes);
    return account(malloc(bytes ? bytes : 1), bytes);
}

void *mem_zalloc(size_t bytes)
{
    check_limit(bytes);
    return account(calloc(1, bytes ? bytes : 1), bytes);
}

void *mem_alloc_array(size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        out_of_memory(SIZE_MAX);
    return mem_zalloc(count * size);
}

void *mem_realloc(void *p, size_t bytes)
{
    if (!p)
        return mem_alloc(bytes);
    size_t before = malloc_usable_size(p);
    if (bytes > before)
        check_limit(bytes - before);
    void *q = realloc(p, bytes ? bytes : 1);
    if (!q)
        out_of_memory(bytes);
    atomic_fetch_sub_explicit(&used, before, memory_order_relaxed);
    return account(q, bytes);
}

void mem_free(void *p)
{
    if (!p)
        return;
    atomic_fetch_sub_explicit(&used, malloc_usable_size(p), memory_order_relaxed);
    free(p);
}

char *mem_strdup(const char *s)
{
    size_t n = strlen(s) + 1;
    return memcpy(mem_alloc(n), s, n);
}

size_t mem_used(void) { return atomic_load_explicit(&used, memory_order_relaxed); }
void mem_on_exhaustion(void (*handler)(size_t)) { exhausted = handler; }
void mem_set_limit(size_t bytes) { atomic_store(&limit, bytes); }
