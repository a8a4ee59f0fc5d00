/* The primitives of the verification dialects: __VERIFIER_* of SV-COMP and __CPROVER_* of CBMC. reach_error, __VERIFIER_error,
 * functions named __VERIFIER_atomic_* and arbitrary values of other types are the front end's own. */
#include "heddle.h"

MODEL void __VERIFIER_assume(int condition) { __heddle_assume(condition); }

MODEL void __VERIFIER_assert(int condition)
{
    if (!condition)
        __heddle_fail(HEDDLE_REACH, "assertion");
}

/* An assertion in a comment (frontend/annotated.h). */
void __heddle_assert(_Bool condition, const char *text)
{
    if (!condition)
        __heddle_fail(HEDDLE_REACH, text);
}

MODEL void __VERIFIER_atomic_begin(void) { __heddle_atomic_begin(); }

MODEL void __VERIFIER_atomic_end(void) { __heddle_atomic_end(); }

MODEL void __CPROVER_assume(_Bool condition) { __heddle_assume(condition); }

MODEL void __CPROVER_assert(_Bool condition, const char *text)
{
    if (!condition)
        __heddle_fail(HEDDLE_REACH, text);
}

MODEL void __CPROVER_atomic_begin(void) { __heddle_atomic_begin(); }

MODEL void __CPROVER_atomic_end(void) { __heddle_atomic_end(); }

MODEL _Bool __VERIFIER_nondet_bool(void) { return __heddle_nondet_bool(); }

#define NONDET(name, type, arbitrary)                                                                                              \
    MODEL type __VERIFIER_nondet_##name(void) { return (type)__heddle_nondet_##arbitrary(); }
NONDET(char, char, u8)
NONDET(uchar, unsigned char, u8)
NONDET(short, short, u16)
NONDET(ushort, unsigned short, u16)
NONDET(int, int, u32)
NONDET(uint, unsigned, u32)
NONDET(unsigned, unsigned, u32)
NONDET(u32, unsigned, u32)
NONDET(longlong, long long, u64)
NONDET(ulonglong, unsigned long long, u64)
NONDET(loff_t, long long, u64)
NONDET(sector_t, unsigned long, u64)
#if __SIZEOF_POINTER__ == 4
NONDET(long, long, u32)
NONDET(ulong, unsigned long, u32)
NONDET(size_t, size_t, u32)
NONDET(pthread_t, word, u32)
#else
NONDET(long, long, u64)
NONDET(ulong, unsigned long, u64)
NONDET(size_t, size_t, u64)
NONDET(pthread_t, word, u64)
#endif
NONDET(pointer, void *, pointer)
NONDET(pchar, char *, pointer)

MODEL void __VERIFIER_nondet_memory(void *memory, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)memory)[i] = __heddle_nondet_u8();
}
