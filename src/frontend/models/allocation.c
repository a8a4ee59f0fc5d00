/* The malloc family. It fails where more is asked for than any object may have, as in glibc, and with --malloc=may-fail anywhere. It never
 * hands out the same address twice, unless the program can tell (lower_reuse.c): then one of the blocks that were freed may come back, as
 * it was, where as much is asked for again. That not all of them may is enough: a comparison that more of them could decide forbids TRUE. */
#include "allocation.h"
#include "errors.h"

MODEL const int __heddle_malloc_may_fail = 0; /* set by the front end */

static void *freed_block; /* that may come back, or null */

static void *come_back(size_t size)
{
    void *block = NULL;
    __heddle_atomic_begin();
    if (freed_block && __heddle_size(freed_block) == size && __heddle_nondet_bool()) {
        block = freed_block;
        freed_block = NULL;
        __heddle_revive(block);
    }
    __heddle_atomic_end();
    return block;
}

static void *allocate(size_t size)
{
    if (size > __PTRDIFF_MAX__ || there_is_no_memory()) {
        __heddle_failed(E_NOMEM);
        return NULL;
    }
    void *block = __heddle_reuses() ? come_back(size) : NULL;
    return block ? block : __heddle_alloc(size);
}

static void release(void *memory)
{
    if (__heddle_memory() && memory && __heddle_is_lent(memory))
        __heddle_fail(HEDDLE_MEMORY, "free of what malloc did not give");
    __heddle_free(memory);
    if (__heddle_reuses() && memory && __heddle_nondet_bool()) {
        __heddle_atomic_begin();
        freed_block = memory;
        __heddle_atomic_end();
    }
}

MODEL void *malloc(size_t size) { return allocate(size); }

MODEL void *calloc(size_t count, size_t size)
{
    if (size && count > __PTRDIFF_MAX__ / size) {
        __heddle_failed(E_NOMEM);
        return NULL;
    }
    size_t bytes = count * size;
    if (there_is_no_memory()) {
        __heddle_failed(E_NOMEM);
        return NULL;
    }
    void *memory = __heddle_alloc(bytes);
    __builtin_memset(memory, 0, bytes);
    return memory;
}

/* Always moves. Of size 0 it frees, as in glibc. */
MODEL void *realloc(void *memory, size_t size)
{
    if (memory && size == 0) {
        release(memory);
        return NULL;
    }
    if (memory)
        __heddle_moves();
    unsigned char *to = allocate(size), *from = memory;
    if (to && from) {
        size_t old = __heddle_size(from), kept = old < size ? old : size;
        for (size_t i = 0; i < kept; i++)
            to[i] = from[i];
        release(from);
    }
    return to;
}

MODEL void *reallocarray(void *memory, size_t count, size_t size)
{
    if (size && count > __PTRDIFF_MAX__ / size) {
        __heddle_failed(E_NOMEM);
        return NULL;
    }
    return realloc(memory, count * size);
}

MODEL void free(void *memory) { release(memory); }

/* Every address is a multiple of 16; an alignment of up to a page is that of a page. */
static void *aligned(size_t alignment, size_t size)
{
    if (size > __PTRDIFF_MAX__ || there_is_no_memory())
        return NULL;
    if (alignment <= 16)
        return __heddle_alloc(size);
    if (alignment > 4096)
        __heddle_unsupported("memory that is aligned to more than a page");
    return __heddle_alloc_page(size);
}

static _Bool is_power(size_t n) { return n && (n & (n - 1)) == 0; }

MODEL int posix_memalign(void **memory, size_t alignment, size_t size)
{
    if (!is_power(alignment) || alignment % sizeof(void *) != 0)
        return E_INVAL;
    void *fresh = aligned(alignment, size);
    if (!fresh)
        return E_NOMEM;
    *memory = fresh;
    return 0;
}

static void *aligned_or_error(size_t alignment, size_t size)
{
    void *fresh = aligned(alignment, size);
    if (!fresh)
        __heddle_failed(E_NOMEM);
    return fresh;
}

/* Since glibc 2.38 an alignment that is no power of 2 is an error; before, that of the next one was taken. */
MODEL void *aligned_alloc(size_t alignment, size_t size)
{
    if (!is_power(alignment))
        __heddle_unsupported("aligned_alloc with an alignment that is no power of 2");
    return aligned_or_error(alignment, size);
}

MODEL void *memalign(size_t alignment, size_t size) { return aligned_or_error(alignment, size); }

MODEL void *valloc(size_t size) { return aligned_or_error(4096, size); }
