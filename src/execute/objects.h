/* Hash-consed contents of big arrays and of frames: equal contents have equal ids, so a state holds just the id.
 *
 * An array is a tree with leaves of 8 values and inner nodes of 16 children. Id 0 is a subtree in which every slot has the
 * array's default; a subtree that is all default is always id 0, so that the form is unique.
 * A frame is what a caller keeps while its callee runs. */
#ifndef HEDDLE_EXECUTE_OBJECTS_H
#define HEDDLE_EXECUTE_OBJECTS_H

#include "base/map.h"

struct objects {
    struct intern nodes;  /* id + 1: 64 bytes each */
    struct intern frames; /* id + 1: struct frame_object and words */
};

uint8_t tree_depth(uint64_t slots); /* levels above the leaves */
uint64_t tree_read(const struct objects *o, uint32_t root, unsigned depth, uint64_t slot, uint64_t by_default);
uint32_t tree_write(struct objects *o, uint32_t root, unsigned depth, uint64_t slot, uint64_t value, uint64_t by_default);

struct frame_object {
    uint32_t below;      /* id of the next frame, 0 for none */
    uint32_t depth;      /* frames from here to the bottom, at least 1 */
    uint32_t code, edge; /* the call that waits */
    uint32_t atomic;     /* this frame or one below is at an atomic location */
    uint32_t padding;
    uint64_t words[]; /* the caller's cells */
};
uint32_t frame_push(struct objects *o, struct frame_object *f, uint32_t words); /* f is copied */
const struct frame_object *frame_get(const struct objects *o, uint32_t id);

/* What came after the mark is no longer there: no state that has it is used again. */
struct objects_mark {
    struct intern_mark nodes, frames;
};
struct objects_mark objects_mark(const struct objects *o);
void objects_rewind(struct objects *o, struct objects_mark to);

size_t objects_bytes(const struct objects *o);
void objects_free(struct objects *o);

#endif
