/* Sets of small numbers. A zeroed bitset is empty; it grows when a member is added. Bits past the end are absent. */
#ifndef HEDDLE_BASE_BITSET_H
#define HEDDLE_BASE_BITSET_H

#include <stdbool.h>
#include <stdint.h>

struct bitset {
    uint64_t *words;
    uint32_t size; /* in words */
};

void bitset_reserve(struct bitset *s, uint32_t members);
void bitset_add(struct bitset *s, uint32_t x);
void bitset_remove(struct bitset *s, uint32_t x);
void bitset_clear(struct bitset *s); /* empties, keeps the room */
void bitset_copy(struct bitset *to, const struct bitset *from);
void bitset_free(struct bitset *s);

static inline bool bitset_valid(const struct bitset *s) { return !s->size || s->words; }
static inline bool bitset_has(const struct bitset *s, uint32_t x) { return x / 64 < s->size && s->words[x / 64] >> (x % 64) & 1; }

bool bitset_unite(struct bitset *to, const struct bitset *from);     /* whether to changed */
bool bitset_intersect(struct bitset *to, const struct bitset *from); /* whether to changed */
bool bitset_subtract(struct bitset *to, const struct bitset *from);  /* whether to changed */
bool bitset_meets(const struct bitset *a, const struct bitset *b);   /* a common member? */
bool bitset_within(const struct bitset *a, const struct bitset *b);  /* a subset of b? */
bool bitset_equal(const struct bitset *a, const struct bitset *b);
bool bitset_empty(const struct bitset *s);
uint32_t bitset_count(const struct bitset *s);

#define BITSET_END UINT32_MAX
uint32_t bitset_next(const struct bitset *s, uint32_t from); /* least member >= from, or BITSET_END */

#define bitset_each(x, s) for (uint32_t x = bitset_next((s), 0); x != BITSET_END; x = bitset_next((s), x + 1))

#endif
