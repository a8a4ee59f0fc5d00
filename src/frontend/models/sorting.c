/* Sorting and searching with the user's comparison. Sorting is by insertion: equal elements stay in order, which C does not promise. */
#include "heddle.h"

typedef int comparison(const void *, const void *);

static void swap(unsigned char *a, unsigned char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned char kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    }
}

MODEL void qsort(void *base, size_t count, size_t size, comparison *compare)
{
    unsigned char *all = base;
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && compare(all + (k - 1) * size, all + k * size) > 0; k--)
            swap(all + (k - 1) * size, all + k * size, size);
}

typedef int comparison_with(const void *, const void *, void *);

MODEL void qsort_r(void *base, size_t count, size_t size, comparison_with *compare, void *with)
{
    unsigned char *all = base;
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && compare(all + (k - 1) * size, all + k * size, with) > 0; k--)
            swap(all + (k - 1) * size, all + k * size, size);
}

MODEL void *lfind(const void *key, const void *base, size_t *count, size_t size, comparison *compare)
{
    const unsigned char *all = base;
    for (size_t i = 0; i < *count; i++)
        if (compare(key, all + i * size) == 0)
            return (void *)(all + i * size);
    return NULL;
}

/* What is not there is put behind the last one. */
MODEL void *lsearch(const void *key, void *base, size_t *count, size_t size, comparison *compare)
{
    void *found = lfind(key, base, count, size, compare);
    return found ? found : __builtin_memcpy((unsigned char *)base + (*count)++ * size, key, size);
}

MODEL void *bsearch(const void *key, const void *base, size_t count, size_t size, comparison *compare)
{
    const unsigned char *all = base;
    size_t from = 0, to = count;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        int order = compare(key, all + middle * size);
        if (order == 0)
            return (void *)(all + middle * size);
        if (order < 0)
            to = middle;
        else
            from = middle + 1;
    }
    return NULL;
}
