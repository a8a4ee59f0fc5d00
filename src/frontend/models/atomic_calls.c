/* What clang calls for C11 atomics that are no machine instruction: objects of other sizes than 1, 2, 4 and 8 bytes. The names belong to
 * builtin functions of clang, so that C may use them only as labels. What happens in an atomic section is seq_cst. */
#include "weak_memory.h"

enum { ORDER_SEQ_CST = 5 }; /* as C numbers memory orders */

static void insist_on_order(int order)
{
    if (order != ORDER_SEQ_CST)
        __heddle_unsupported("a memory order weaker than seq_cst for an atomic object that no machine instruction accesses");
}

void atomic_load(size_t size, const void *object, void *result, int order) __asm__("__atomic_load");
void atomic_store(size_t size, void *object, const void *value, int order) __asm__("__atomic_store");
void atomic_exchange(size_t size, void *object, const void *value, void *result, int order) __asm__("__atomic_exchange");
_Bool atomic_compare_exchange(size_t size, void *object, void *expected, const void *value, int success,
                              int failure) __asm__("__atomic_compare_exchange");
_Bool atomic_is_lock_free(size_t size, const void *object) __asm__("__atomic_is_lock_free");

MODEL void atomic_load(size_t size, const void *object, void *result, int order)
{
    insist_on_order(order);
    if (__heddle_store_buffers) /* 16 bytes are loaded as any others are */
        __heddle_uncovered("an atomic load that is no machine instruction, under --memory-model=tso");
    __heddle_atomic_begin();
    __builtin_memcpy(result, object, size);
    __heddle_atomic_end();
}

MODEL void atomic_store(size_t size, void *object, const void *value, int order)
{
    insist_on_order(order);
    __heddle_atomic_begin();
    __builtin_memcpy(object, value, size);
    __heddle_atomic_end();
}

MODEL void atomic_exchange(size_t size, void *object, const void *value, void *result, int order)
{
    insist_on_order(order);
    __heddle_atomic_begin();
    __builtin_memcpy(result, object, size);
    __builtin_memcpy(object, value, size);
    __heddle_atomic_end();
}

MODEL _Bool atomic_compare_exchange(size_t size, void *object, void *expected, const void *value, int success, int failure)
{
    insist_on_order(success);
    insist_on_order(failure);
    __heddle_atomic_begin();
    _Bool same = 1;
    for (size_t i = 0; i < size; i++)
        same = same && ((unsigned char *)object)[i] == ((unsigned char *)expected)[i];
    if (same)
        __builtin_memcpy(object, value, size);
    else
        __builtin_memcpy(expected, object, size);
    __heddle_atomic_end();
    return same;
}

MODEL _Bool atomic_is_lock_free(size_t size, const void *object)
{
    (void)object;
    if (size == 1 || size == 2 || size == 4 || size == 8)
        return 1;
    return __heddle_any_u8("whether an atomic object of such a size has no lock") & 1;
}
