/* The states that were seen: fixed-size blocks of words in big chunks, found through an open-addressing table of (32 bits of
 * hash, number). With every state: the state that it was first reached from, and whether it was expanded. */
#ifndef HEDDLE_EXECUTE_STORE_H
#define HEDDLE_EXECUTE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct state_store {
    uint32_t words;     /* of a state */
    uint32_t log_chunk; /* states in a chunk: 2 to this */
    uint64_t **chunks;
    uint32_t chunk_count, chunk_capacity;
    uint32_t size;       /* states */
    uint64_t *table;     /* hash << 32 | number + 1; 0 is free */
    uint64_t table_mask; /* size - 1 */
    uint32_t *parent;    /* by number */
    uint64_t *expanded;  /* bits by number */
    uint32_t capacity;   /* of parent and expanded */
};

void store_init(struct state_store *t, uint32_t words);
void store_free(struct state_store *t);

/* The number of the state, added if it is new (with this parent). */
uint32_t store_add(struct state_store *t, const uint64_t *state, uint32_t parent, bool *is_new);
/* For assertions: every state is in the table once, where its hash says, and its parent comes before it. */
bool store_valid(const struct state_store *t);
size_t store_bytes(const struct state_store *t); /* all that it holds */

static inline uint64_t *store_place(const struct state_store *t, uint32_t number)
{
    uint32_t in_chunk = number & ((UINT32_C(1) << t->log_chunk) - 1);
    return t->chunks[number >> t->log_chunk] + (size_t)in_chunk * t->words;
}
static inline const uint64_t *store_state(const struct state_store *t, uint32_t number) { return store_place(t, number); }
static inline bool store_expanded(const struct state_store *t, uint32_t number)
{
    return t->expanded[number / 64] >> number % 64 & 1;
}
static inline void store_set_expanded(struct state_store *t, uint32_t number)
{
    t->expanded[number / 64] |= UINT64_C(1) << number % 64;
}

#endif
