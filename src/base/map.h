/* Hash tables. Open addressing, grown at three quarters.
 *   map     64-bit key to 64-bit value (pointers fit: cast through uintptr_t)
 *   intern  byte string to a dense 32-bit id, 0, 1, 2, ... in order of insertion; the bytes are kept
 * A zeroed table is empty. Not thread-safe. */
#ifndef HEDDLE_BASE_MAP_H
#define HEDDLE_BASE_MAP_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct map_slot {
    uint64_t key, value;
};
struct map {
    struct map_slot *slots;
    uint8_t *used; /* 0 free, 1 taken, 2 removed */
    uint32_t size, filled, capacity;
};

bool map_valid(const struct map *m);                              /* capacity 0 or a power of two, room for one more; cheap */
bool map_get(const struct map *m, uint64_t key, uint64_t *value); /* value may be NULL */
void map_put(struct map *m, uint64_t key, uint64_t value);
bool map_remove(struct map *m, uint64_t key);
void map_clear(struct map *m); /* empties, keeps the room */
void map_free(struct map *m);

static inline uint64_t map_pointer_key(const void *p) { return (uint64_t)(uintptr_t)p; }

struct intern_entry {
    const void *bytes;
    uint32_t length;
    uint32_t hash;
};
struct intern {
    struct intern_entry *entries;
    uint32_t *table; /* id + 1, 0 free */
    uint32_t size, entries_capacity, capacity;
    struct arena bytes;
};

#define INTERN_NONE UINT32_MAX
bool intern_valid(const struct intern *t);                                             /* as map_valid() */
uint32_t intern_add(struct intern *t, const void *bytes, size_t length, bool *is_new); /* is_new may be NULL */
uint32_t intern_find(const struct intern *t, const void *bytes, size_t length);        /* INTERN_NONE if absent */
const void *intern_bytes(const struct intern *t, uint32_t id, size_t *length);         /* length may be NULL */
void intern_free(struct intern *t);

/* The strings that came after the mark are no longer there. */
struct intern_mark {
    uint32_t size;
    struct arena_mark bytes;
};
struct intern_mark intern_mark(const struct intern *t);
void intern_rewind(struct intern *t, struct intern_mark to);

static inline const char *intern_string(const struct intern *t, uint32_t id)
{
    return (const char *)intern_bytes(t, id, NULL); /* NUL-terminated: one is kept after the bytes */
}

uint64_t hash_bytes(const void *bytes, size_t length);
static inline uint64_t hash_u64(uint64_t x)
{
    x ^= x >> 32;
    x *= UINT64_C(0xd6e8feb86659fd93);
    x ^= x >> 32;
    x *= UINT64_C(0xd6e8feb86659fd93);
    return x ^ x >> 32;
}
static inline uint64_t hash_pair(uint64_t a, uint64_t b) { return hash_u64(hash_u64(a) + UINT64_C(0x9e3779b97f4a7c15) + b); }

#endif
