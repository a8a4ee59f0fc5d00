/* What code compiled for ThreadSanitizer calls, without ThreadSanitizer: every access to memory is a place where another thread may
 * come in (run.h). Copies read everything and then write everything, in words of at most four bytes, so that each member of a struct is
 * one of its own; the programs hold no larger numbers than that. */
#include "run.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void __tsan_init(void);
void __tsan_init(void) {}
void __tsan_func_entry(void *caller);
void __tsan_func_entry(void *caller) { (void)caller; }
void __tsan_func_exit(void);
void __tsan_func_exit(void) {}

#define ACCESS(name)                                                                                                               \
    void __tsan_##name(void *address);                                                                                             \
    void __tsan_##name(void *address)                                                                                              \
    {                                                                                                                              \
        (void)address;                                                                                                             \
        native_delay();                                                                                                            \
    }
#define ACCESSES(kind) ACCESS(kind##1) ACCESS(kind##2) ACCESS(kind##4) ACCESS(kind##8) ACCESS(kind##16)
ACCESSES(read)
ACCESSES(write)
ACCESSES(unaligned_read)
ACCESSES(unaligned_write)

/* --- copies --- */

enum { LARGEST = 4096 };

static size_t word(uintptr_t a, uintptr_t b, size_t left)
{
    size_t n = 4;
    while (n > left || a % n || b % n)
        n /= 2;
    return n;
}

static void move(volatile unsigned char *to, const volatile unsigned char *from, size_t n)
{
    switch (n) {
    case 4: *(volatile uint32_t *)to = *(const volatile uint32_t *)from; break;
    case 2: *(volatile uint16_t *)to = *(const volatile uint16_t *)from; break;
    default: *to = *from; break;
    }
}

void *__tsan_memmove(void *to, const void *from, size_t size);
void *__tsan_memmove(void *to, const void *from, size_t size)
{
    _Alignas(16) unsigned char all[LARGEST];
    unsigned char *t = to, *a = all + (uintptr_t)from % 8, *b;
    const unsigned char *f = from;
    if (size > LARGEST - 16)
        __builtin_trap();
    for (size_t i = 0, n; i < size; i += n) {
        n = word((uintptr_t)(f + i), (uintptr_t)(t + i), size - i);
        move(a + i, f + i, n);
        native_delay();
    }
    b = a;
    for (size_t i = 0, n; i < size; i += n) {
        n = word((uintptr_t)(f + i), (uintptr_t)(t + i), size - i);
        move(t + i, b + i, n);
        native_delay();
    }
    return to;
}

void *__tsan_memcpy(void *to, const void *from, size_t size);
void *__tsan_memcpy(void *to, const void *from, size_t size) { return __tsan_memmove(to, from, size); }

void *__tsan_memset(void *to, int c, size_t size);
void *__tsan_memset(void *to, int c, size_t size)
{
    uint64_t filled = (unsigned char)c * UINT64_C(0x0101010101010101);
    unsigned char *t = to;
    for (size_t i = 0, n; i < size; i += n) {
        n = word((uintptr_t)(t + i), 0, size - i);
        move(t + i, (const unsigned char *)&filled, n);
        native_delay();
    }
    return to;
}

/* --- atomics: orders are the strongest; a run on one CPU has no use for others --- */

#define OPERATION(bits, name, builtin)                                                                                             \
    uint##bits##_t __tsan_atomic##bits##_##name(volatile uint##bits##_t *a, uint##bits##_t v, int order);                          \
    uint##bits##_t __tsan_atomic##bits##_##name(volatile uint##bits##_t *a, uint##bits##_t v, int order)                           \
    {                                                                                                                              \
        (void)order;                                                                                                               \
        native_delay();                                                                                                            \
        return builtin(a, v, __ATOMIC_SEQ_CST);                                                                                    \
    }
#define ATOMICS(bits)                                                                                                              \
    uint##bits##_t __tsan_atomic##bits##_load(const volatile uint##bits##_t *a, int order);                                        \
    uint##bits##_t __tsan_atomic##bits##_load(const volatile uint##bits##_t *a, int order)                                         \
    {                                                                                                                              \
        (void)order;                                                                                                               \
        native_delay();                                                                                                            \
        return __atomic_load_n(a, __ATOMIC_SEQ_CST);                                                                               \
    }                                                                                                                              \
    void __tsan_atomic##bits##_store(volatile uint##bits##_t *a, uint##bits##_t v, int order);                                     \
    void __tsan_atomic##bits##_store(volatile uint##bits##_t *a, uint##bits##_t v, int order)                                      \
    {                                                                                                                              \
        (void)order;                                                                                                               \
        native_delay();                                                                                                            \
        __atomic_store_n(a, v, __ATOMIC_SEQ_CST);                                                                                  \
    }                                                                                                                              \
    OPERATION(bits, exchange, __atomic_exchange_n)                                                                                 \
    OPERATION(bits, fetch_add, __atomic_fetch_add)                                                                                 \
    OPERATION(bits, fetch_sub, __atomic_fetch_sub)                                                                                 \
    OPERATION(bits, fetch_and, __atomic_fetch_and)                                                                                 \
    OPERATION(bits, fetch_or, __atomic_fetch_or)                                                                                   \
    OPERATION(bits, fetch_xor, __atomic_fetch_xor)                                                                                 \
    uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(volatile uint##bits##_t *a, uint##bits##_t expected,                 \
                                                              uint##bits##_t v, int order, int failure);                           \
    uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(volatile uint##bits##_t *a, uint##bits##_t expected,                 \
                                                              uint##bits##_t v, int order, int failure)                            \
    {                                                                                                                              \
        (void)order, (void)failure;                                                                                                \
        native_delay();                                                                                                            \
        __atomic_compare_exchange_n(a, &expected, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                                   \
        return expected;                                                                                                           \
    }
ATOMICS(8)
ATOMICS(16)
ATOMICS(32)
ATOMICS(64)

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order) { (void)order; }
void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_signal_fence(int order) { (void)order; }
