/* The malloc family. It never fails and never hands out the same address twice. */
#include "errors.h"
#include "heddle.h"

MODEL void *malloc(size_t size) { return __heddle_alloc(size); }

MODEL void *calloc(size_t count, size_t size)
{
    if (size && count > __SIZE_MAX__ / size)
        __heddle_unsupported("calloc of more bytes than there are");
    size_t bytes = count * size;
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
    unsigned char *to = __heddle_alloc(size), *from = memory;
    if (from) {
        size_t old = __heddle_size(from), kept = old < size ? old : size;
        for (size_t i = 0; i < kept; i++)
            to[i] = from[i];
        __heddle_free(from);
    }
    return to;
}

MODEL void *reallocarray(void *memory, size_t count, size_t size)
{
    if (size && count > __SIZE_MAX__ / size)
        __heddle_unsupported("reallocarray of more bytes than there are");
    return realloc(memory, count * size);
}

MODEL void free(void *memory) { __heddle_free(memory); }

/* Every address is a multiple of 16. */
static void *aligned(size_t alignment, size_t size)
{
    if (alignment > 16)
        __heddle_unsupported("memory that is aligned to more than 16 bytes");
    return __heddle_alloc(size);
}

MODEL int posix_memalign(void **memory, size_t alignment, size_t size)
{
    if (alignment == 0 || (alignment & (alignment - 1)) != 0 || alignment % sizeof(void *) != 0)
        return E_INVAL;
    *memory = aligned(alignment, size);
    return 0;
}

MODEL void *aligned_alloc(size_t alignment, size_t size) { return aligned(alignment, size); }

MODEL void *memalign(size_t alignment, size_t size) { return aligned(alignment, size); }

MODEL void *valloc(size_t size) { return aligned(4096, size); }
