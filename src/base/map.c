#include "base/map.h"

#include "base/memory.h"

#define XXH_INLINE_ALL
#include <assert.h>
#include <xxhash.h>

#include <string.h>

uint64_t hash_bytes(const void *bytes, size_t length) { return XXH3_64bits(bytes, length); }

/* --- map --- */

/* The slot of key, or the free one where it belongs. Requires capacity > filled. */
static uint32_t map_slot(const struct map *m, uint64_t key)
{
    uint32_t mask = m->capacity - 1, i = (uint32_t)hash_u64(key) & mask, grave = UINT32_MAX;
    for (; m->used[i]; i = (i + 1) & mask) {
        if (m->used[i] == 1 && m->slots[i].key == key)
            return i;
        if (m->used[i] == 2 && grave == UINT32_MAX)
            grave = i;
    }
    return grave != UINT32_MAX ? grave : i;
}

static void map_rehash(struct map *m, uint32_t capacity)
{
    struct map old = *m;
    *m = (struct map){NEW_ARRAY(struct map_slot, capacity), NEW_ARRAY(uint8_t, capacity), old.size, old.size, capacity};
    for (uint32_t i = 0; i < old.capacity; i++)
        if (old.used[i] == 1) {
            uint32_t s = map_slot(m, old.slots[i].key);
            m->slots[s] = old.slots[i];
            m->used[s] = 1;
        }
    mem_free(old.slots);
    mem_free(old.used);
}

bool map_valid(const struct map *m)
{
    return (m->capacity & (m->capacity - 1)) == 0 && m->size <= m->filled && (!m->filled || m->filled < m->capacity);
}

bool map_get(const struct map *m, uint64_t key, uint64_t *value)
{
    assert(map_valid(m));
    if (!m->size)
        return false;
    uint32_t i = map_slot(m, key);
    if (m->used[i] != 1)
        return false;
    if (value)
        *value = m->slots[i].value;
    return true;
}

void map_put(struct map *m, uint64_t key, uint64_t value)
{
    assert(map_valid(m));
    if (m->filled + 1 > m->capacity / 4 * 3)
        map_rehash(m, m->size * 2 >= m->capacity / 4 * 3 ? (m->capacity ? 2 * m->capacity : 16) : m->capacity);
    uint32_t i = map_slot(m, key);
    if (m->used[i] != 1) {
        m->filled += m->used[i] == 0;
        m->size++;
        m->used[i] = 1;
    }
    m->slots[i] = (struct map_slot){key, value};
}

bool map_remove(struct map *m, uint64_t key)
{
    assert(map_valid(m));
    if (!m->size)
        return false;
    uint32_t i = map_slot(m, key);
    if (m->used[i] != 1)
        return false;
    m->used[i] = 2;
    m->size--;
    return true;
}

void map_clear(struct map *m)
{
    if (m->capacity)
        memset(m->used, 0, m->capacity);
    m->size = m->filled = 0;
}

void map_free(struct map *m)
{
    mem_free(m->slots);
    mem_free(m->used);
    *m = (struct map){0};
}

/* --- intern --- */

bool intern_valid(const struct intern *t)
{
    return (t->capacity & (t->capacity - 1)) == 0 && t->size <= t->entries_capacity && (t->size ? t->size < t->capacity : true);
}

static uint32_t intern_slot(const struct intern *t, const void *bytes, size_t length, uint32_t hash)
{
    uint32_t mask = t->capacity - 1, i = hash & mask;
    for (; t->table[i]; i = (i + 1) & mask) {
        const struct intern_entry *e = &t->entries[t->table[i] - 1];
        if (e->hash == hash && e->length == length && !memcmp(e->bytes, bytes, length))
            break;
    }
    return i;
}

static void intern_grow(struct intern *t)
{
    t->capacity = t->capacity ? 2 * t->capacity : 64;
    mem_free(t->table);
    t->table = NEW_ARRAY(uint32_t, t->capacity);
    uint32_t mask = t->capacity - 1;
    for (uint32_t id = 0; id < t->size; id++) {
        uint32_t i = t->entries[id].hash & mask;
        while (t->table[i])
            i = (i + 1) & mask;
        t->table[i] = id + 1;
    }
}

uint32_t intern_add(struct intern *t, const void *bytes, size_t length, bool *is_new)
{
    assert(intern_valid(t) && (bytes || !length));
    if (t->size + 1 > t->capacity / 4 * 3)
        intern_grow(t);
    uint32_t hash = (uint32_t)hash_bytes(bytes, length), i = intern_slot(t, bytes, length, hash);
    if (is_new)
        *is_new = !t->table[i];
    if (t->table[i])
        return t->table[i] - 1;
    if (t->size == t->entries_capacity) {
        t->entries_capacity = t->entries_capacity ? 2 * t->entries_capacity : 64;
        t->entries = mem_realloc(t->entries, t->entries_capacity * sizeof *t->entries);
    }
    t->entries[t->size] = (struct intern_entry){arena_strndup(&t->bytes, bytes, length), (uint32_t)length, hash};
    t->table[i] = ++t->size;
    return t->size - 1;
}

uint32_t intern_find(const struct intern *t, const void *bytes, size_t length)
{
    assert(intern_valid(t));
    if (!t->size)
        return INTERN_NONE;
    uint32_t i = intern_slot(t, bytes, length, (uint32_t)hash_bytes(bytes, length));
    return t->table[i] ? t->table[i] - 1 : INTERN_NONE;
}

const void *intern_bytes(const struct intern *t, uint32_t id, size_t *length)
{
    assert(id < t->size);
    if (length)
        *length = t->entries[id].length;
    return t->entries[id].bytes;
}

struct intern_mark intern_mark(const struct intern *t) { return (struct intern_mark){t->size, arena_mark(&t->bytes)}; }

/* Who came last is in nobody else's way: whoever came before found its place without looking at that of the last one. */
void intern_rewind(struct intern *t, struct intern_mark to)
{
    assert(to.size <= t->size);
    uint32_t mask = t->capacity - 1;
    while (t->size > to.size) {
        uint32_t i = t->entries[t->size - 1].hash & mask;
        while (t->table[i] != t->size)
            i = (i + 1) & mask;
        t->table[i] = 0;
        t->size--;
    }
    arena_rewind(&t->bytes, to.bytes);
}

void intern_free(struct intern *t)
{
    mem_free(t->entries);
    mem_free(t->table);
    arena_release(&t->bytes);
    *t = (struct intern){0};
}
