/* Memory that is mapped. Without a file it is new memory of whole pages, all zero, which fails as malloc does; a file is any value, and whether it
 * can be mapped is up to the world. What is mapped is not changed by what happens to the file, and stays when it is unmapped. */
#include "allocation.h"
#include "errors.h"

enum { PAGE = 4096, MOST_ZEROS = 1 << 16, READ = 1, WRITE = 2, SHARED = 1, FIXED = 0x10, ANONYMOUS = 0x20 }; /* as in Linux */

static void *not_mapped(int error)
{
    __heddle_failed(error);
    return (void *)-1;
}

/* Accesses that the protection forbids end the program, which is not noticed. */
static void protect(int protection)
{
    if ((protection & (READ | WRITE)) != (READ | WRITE) && (__heddle_memory() || __heddle_asks_for_uncovered()))
        __heddle_uncovered("memory that may not be accessed in every way");
}

static void *map_file(size_t size, int protection, int flags)
{
    if (__heddle_nondet_bool()) {
        __heddle_fails();
        return (void *)-1;
    }
    if (flags & SHARED && protection & WRITE)
        __heddle_uncovered("a file that is written through memory");
    __heddle_approximate("what is in a file that is mapped");
    return __heddle_alloc_page(size);
}

/* Much memory is not made zero byte by byte: it holds any value. */
static void *map_zeros(size_t size, int protection)
{
    if ((protection & (READ | WRITE)) != (READ | WRITE))
        __heddle_approximate("memory that is mapped and may not be accessed");
    unsigned char *memory = __heddle_alloc_page(size);
    if (size > MOST_ZEROS)
        __heddle_approximate("what is in much memory that is mapped");
    else
        __builtin_memset(memory, 0, size);
    return memory;
}

static void *map(void *wanted, size_t size, int protection, int flags)
{
    if (size == 0)
        return not_mapped(E_INVAL);
    if (size > __PTRDIFF_MAX__ - PAGE || there_is_no_memory())
        return not_mapped(E_NOMEM);
    if (wanted && flags & FIXED)
        __heddle_unsupported("memory that is mapped to a given address");
    size_t whole = (size + PAGE - 1) / PAGE * PAGE;
    protect(protection);
    return flags & ANONYMOUS ? map_zeros(whole, protection) : map_file(whole, protection, flags);
}

MODEL void *mmap(void *wanted, size_t size, int protection, int flags, int file, long offset)
{
    (void)file, (void)offset;
    return map(wanted, size, protection, flags);
}

MODEL void *mmap64(void *wanted, size_t size, int protection, int flags, int file, long long offset)
{
    (void)file, (void)offset;
    return map(wanted, size, protection, flags);
}

/* Accesses behind it are not noticed. */
MODEL int munmap(void *memory, size_t size)
{
    __heddle_writes(memory, size);
    if (__heddle_memory() || __heddle_asks_for_uncovered())
        __heddle_uncovered("memory that is unmapped");
    return EITHER("whether memory can be unmapped", 0);
}

/* What is behind it may be an access that ends the program. */
MODEL int mprotect(void *memory, size_t size, int protection)
{
    (void)memory, (void)size;
    protect(protection);
    if ((protection & (READ | WRITE)) != (READ | WRITE))
        __heddle_approximate("memory that may not be accessed in every way");
    return __heddle_nondet_bool() ? __heddle_fails() : 0;
}

enum {
    NORMAL,
    RANDOM,
    SEQUENTIAL,
    WILL_NEED,
    MERGEABLE = 12,
    LAST_OF_DUMPS = 17,
    COLD = 20,
    PAGE_OUT,
    POPULATE_READ,
    POPULATE_WRITE
};

static _Bool is_hint(int advice)
{
    return (advice >= NORMAL && advice <= WILL_NEED) || (advice >= MERGEABLE && advice <= LAST_OF_DUMPS) ||
           (advice >= COLD && advice <= POPULATE_WRITE);
}

/* Some advice throws away what is in the memory. */
MODEL int madvise(void *memory, size_t size, int advice)
{
    (void)memory, (void)size;
    if (!is_hint(advice)) {
        __heddle_uncovered("advice that changes memory");
        __heddle_approximate("advice that changes memory");
    }
    return __heddle_any_u8("whether advice is taken") & 1 ? __heddle_fails_somehow() : 0;
}
