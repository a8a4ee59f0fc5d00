/* What lies in memory when something begins, for outlines; and ways through a function. */
#ifndef HEDDLE_FRONTEND_PUT_BEFORE_H
#define HEDDLE_FRONTEND_PUT_BEFORE_H

#include "base/map.h"
#include "frontend/front.h"

struct block_edge {
    LLVMBasicBlockRef from, to;
};

typedef VECTOR(struct block_edge) block_edges;

/* Blocks, each looked at once. */
struct block_search {
    VECTOR(LLVMBasicBlockRef) todo;
    struct map seen;
};

static inline void block_search_add(struct block_search *s, LLVMBasicBlockRef block)
{
    if (!map_get(&s->seen, map_pointer_key(block), NULL)) {
        map_put(&s->seen, map_pointer_key(block), 1);
        vector_push(&s->todo, block);
    }
}

static inline void block_search_free(struct block_search *s)
{
    vector_free(&s->todo);
    map_free(&s->seen);
}

/* Whether a way leads from the block back to it. */
bool block_in_loop(LLVMBasicBlockRef block);

/* Bytes of memory. */
struct extent {
    LLVMValueRef base;
    int64_t offset;
    uint64_t width;
};

/* A pointer that is accessed: what is null on some ways, and the same value on all others, is that value (which has been computed once only). */
LLVMValueRef behind_null(LLVMValueRef pointer);
/* What lies there whenever one of these edges is taken: what was put there before on every way, with nothing done meanwhile in this thread that may change it; or NULL. */
LLVMValueRef put_before(const struct front *f, const block_edges *begins, const struct extent *place, LLVMTypeRef type);

#endif
