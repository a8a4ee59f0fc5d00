/* The malloc family. It fails where more is asked for than any object may have, as in glibc, and with --malloc=may-fail anywhere; it never
 * hands out the same address twice. */
#include "allocation.h"
#include "errors.h"

MODEL const int __heddle_malloc_may_fail = 0; /* set by the front end */

static void *allocate(size_t size)
{
    if (size > __PTRDIFF_MAX__ || there_is_no_memory()) {
        __heddle_failed(E_NOMEM);
        return NULL;
    }
    return __heddle_alloc(size);
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
        __heddle_free(memory);
        return NULL;
    }
    unsigned char *to = allocate(size), *from = memory;
    if (to && from) {
        size_t old = __heddle_size(from), kept = old < size ? old : size;
        for (size_t i = 0; i < kept; i++)
            to[i] = from[i];
        __heddle_free(from);
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

MODEL void free(void *memory) { __heddle_free(memory); }

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
