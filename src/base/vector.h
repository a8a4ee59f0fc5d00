/* A typed growable array: VECTOR(int) v = {0}; vector_push(&v, 3); v.data[0]; v.size; vector_free(&v).
 * A zeroed vector is empty and owns nothing. Sizes are 32 bits. What is pushed must not change or count the vector itself:
 * the order in which a macro's parts are evaluated is open. */
#ifndef HEDDLE_BASE_VECTOR_H
#define HEDDLE_BASE_VECTOR_H

#include "base/memory.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#define VECTOR(...)                                                                                                                \
    struct {                                                                                                                       \
        __VA_ARGS__ *data;                                                                                                         \
        uint32_t size, capacity;                                                                                                   \
    }

/* Makes room for n elements in all. */
#define vector_reserve(v, n)                                                                                                       \
    ((n) > (v)->capacity ? (void)((v)->data = vector_grow((v)->data, &(v)->capacity, (n), sizeof *(v)->data)) : (void)0)

#define vector_push(v, ...) (vector_reserve((v), (v)->size + 1), (void)((v)->data[(v)->size++] = (__VA_ARGS__)))

/* n becomes the size; new elements are zeroed. */
#define vector_resize(v, n)                                                                                                        \
    do {                                                                                                                           \
        uint32_t vector_n_ = (n);                                                                                                  \
        vector_reserve((v), vector_n_);                                                                                            \
        if (vector_n_ > (v)->size)                                                                                                 \
            memset((v)->data + (v)->size, 0, (size_t)(vector_n_ - (v)->size) * sizeof *(v)->data);                                 \
        (v)->size = vector_n_;                                                                                                     \
    } while (0)

#define vector_pop(v) (assert((v)->size), (v)->data[--(v)->size])
#define vector_last(v) (*(assert((v)->size), (v)->data + (v)->size - 1))
#define vector_clear(v) ((void)((v)->size = 0))
#define vector_free(v) (mem_free((v)->data), (void)((v)->data = NULL, (v)->size = (v)->capacity = 0))

/* for each element: vector_each(int *, x, &v) use(*x); */
#define vector_each(P, x, v) for (P x = (v)->data; x && x < (v)->data + (v)->size; x++)

static inline void *vector_grow(void *data, uint32_t *capacity, uint32_t need, size_t element)
{
    uint32_t n = *capacity ? *capacity : 4;
    while (n < need)
        n = n > UINT32_MAX / 2 ? UINT32_MAX : 2 * n;
    *capacity = n;
    return mem_realloc(data, (size_t)n * element);
}

typedef VECTOR(uint32_t) u32_vector;

#endif
