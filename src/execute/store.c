#include "execute/store.h"

#include "base/log.h"
#include "base/memory.h"

#include <assert.h>
#include <string.h>

enum { FIRST_TABLE = 1 << 12, CHUNK_BYTES = 1 << 20, MANY_TO_CHECK = 10000 };

static inline uint64_t mix(uint64_t a, uint64_t b)
{
    unsigned __int128 m = (unsigned __int128)a * b;
    return (uint64_t)m ^ (uint64_t)(m >> 64);
}

static uint64_t hash_words(const uint64_t *w, uint32_t count)
{
    uint64_t h = UINT64_C(0x9e3779b97f4a7c15) + count;
    uint32_t i = 0;
    for (; i + 1 < count; i += 2)
        h = mix(w[i] ^ UINT64_C(0xa0761d6478bd642f) ^ h, w[i + 1] ^ UINT64_C(0xe7037ed1a0b428db));
    if (i < count)
        h = mix(w[i] ^ UINT64_C(0x8ebc6af09c88c6e3), h ^ UINT64_C(0x589965cc75374cc3));
    return mix(h, UINT64_C(0x1d8e4e27c47d124f));
}

void store_init(struct state_store *t, uint32_t words)
{
    memset(t, 0, sizeof *t);
    t->words = words ? words : 1;
    while ((sizeof(uint64_t) * t->words << (t->log_chunk + 1)) <= CHUNK_BYTES)
        t->log_chunk++;
    t->table = NEW_ARRAY(uint64_t, FIRST_TABLE);
    t->table_mask = FIRST_TABLE - 1;
}

void store_free(struct state_store *t)
{
    assert(t->size > MANY_TO_CHECK || store_valid(t));
    for (uint32_t i = 0; i < t->chunk_count; i++)
        mem_free(t->chunks[i]);
    mem_free(t->chunks);
    mem_free(t->table);
    mem_free(t->parent);
    mem_free(t->expanded);
}

static void grow_table(struct state_store *t)
{
    uint64_t size = 2 * (t->table_mask + 1), *bigger = NEW_ARRAY(uint64_t, size);
    for (uint64_t i = 0; i <= t->table_mask; i++) {
        uint64_t entry = t->table[i];
        if (!entry)
            continue;
        uint64_t k = entry >> 32 & (size - 1);
        while (bigger[k])
            k = (k + 1) & (size - 1);
        bigger[k] = entry;
    }
    mem_free(t->table);
    t->table = bigger;
    t->table_mask = size - 1;
}

static void append(struct state_store *t, const uint64_t *state, uint32_t parent)
{
    if (t->size == UINT32_MAX - 1)
        fatal("more than 4 billion states");
    if (t->size >> t->log_chunk == t->chunk_count) {
        if (t->chunk_count == t->chunk_capacity) {
            t->chunk_capacity = t->chunk_capacity ? 2 * t->chunk_capacity : 16;
            t->chunks = mem_realloc(t->chunks, t->chunk_capacity * sizeof *t->chunks);
        }
        t->chunks[t->chunk_count++] = mem_alloc(sizeof(uint64_t) * t->words << t->log_chunk);
    }
    if (t->size == t->capacity) {
        uint32_t n = t->capacity ? t->capacity + t->capacity / 2 : 1024;
        n = (n + 63) / 64 * 64;
        t->parent = mem_realloc(t->parent, n * sizeof *t->parent);
        t->expanded = mem_realloc(t->expanded, n / 8);
        memset(t->expanded + t->capacity / 64, 0, (n - t->capacity) / 8);
        t->capacity = n;
    }
    t->parent[t->size] = parent;
    memcpy(store_place(t, t->size), state, t->words * sizeof *state);
    t->size++;
}

uint32_t store_add(struct state_store *t, const uint64_t *state, uint32_t parent, bool *is_new)
{
    assert(parent == UINT32_MAX || parent < t->size);
    if (t->size >= (t->table_mask + 1) / 4 * 3)
        grow_table(t);
    uint32_t hash = (uint32_t)hash_words(state, t->words);
    for (uint64_t k = hash & t->table_mask;; k = (k + 1) & t->table_mask) {
        uint64_t entry = t->table[k];
        if (!entry) {
            t->table[k] = (uint64_t)hash << 32 | (t->size + 1);
            append(t, state, parent);
            *is_new = true;
            return t->size - 1;
        }
        if (entry >> 32 == hash) {
            uint32_t number = (uint32_t)entry - 1;
            const uint64_t *w = store_state(t, number);
            uint32_t i = 0;
            while (i < t->words && w[i] == state[i])
                i++;
            if (i == t->words) {
                *is_new = false;
                return number;
            }
        }
    }
}

size_t store_bytes(const struct state_store *t)
{
    return (t->table_mask + 1) * sizeof *t->table + ((size_t)t->chunk_count * t->words * sizeof(uint64_t) << t->log_chunk) +
           t->capacity * sizeof *t->parent + t->capacity / 8;
}

bool store_valid(const struct state_store *t)
{
    uint64_t entries = 0;
    for (uint64_t k = 0; k <= t->table_mask; k++) {
        uint32_t number = (uint32_t)t->table[k] - 1;
        if (!t->table[k])
            continue;
        entries++;
        if (number >= t->size || t->table[k] >> 32 != (uint32_t)hash_words(store_state(t, number), t->words))
            return false;
    }
    for (uint32_t n = 0; n < t->size; n++)
        if (t->parent[n] != UINT32_MAX && t->parent[n] >= n)
            return false;
    return entries == t->size;
}
