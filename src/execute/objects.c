#include "execute/objects.h"

#include <assert.h>
#include <string.h>

enum { LEAF = 8, CHILDREN = 16 };

uint8_t tree_depth(uint64_t slots)
{
    uint8_t depth = 0;
    for (uint64_t n = (slots + LEAF - 1) / LEAF; n > 1; n = (n + CHILDREN - 1) / CHILDREN)
        depth++;
    return depth;
}

static unsigned child_number(unsigned depth, uint64_t slot) { return slot >> (3 + 4 * (depth - 1)) & (CHILDREN - 1); }

uint64_t tree_read(const struct objects *o, uint32_t root, unsigned depth, uint64_t slot, uint64_t by_default)
{
    assert(depth < 16);
    for (; root && depth; depth--) {
        const uint32_t *children = intern_bytes(&o->nodes, root - 1, NULL);
        root = children[child_number(depth, slot)];
    }
    if (!root)
        return by_default;
    const uint64_t *leaf = intern_bytes(&o->nodes, root - 1, NULL);
    return leaf[slot % LEAF];
}

static uint32_t leaf_write(struct objects *o, uint32_t node, uint64_t slot, uint64_t value, uint64_t by_default)
{
    uint64_t leaf[LEAF];
    bool all_default = true;
    for (unsigned i = 0; i < LEAF; i++)
        leaf[i] = by_default;
    if (node)
        memcpy(leaf, intern_bytes(&o->nodes, node - 1, NULL), sizeof leaf);
    leaf[slot % LEAF] = value;
    for (unsigned i = 0; i < LEAF && all_default; i++)
        all_default = leaf[i] == by_default;
    return all_default ? 0 : intern_add(&o->nodes, leaf, sizeof leaf, NULL) + 1;
}

uint32_t tree_write(struct objects *o, uint32_t root, unsigned depth, uint64_t slot, uint64_t value, uint64_t by_default)
{
    if (!depth)
        return leaf_write(o, root, slot, value, by_default);
    uint32_t children[CHILDREN] = {0};
    if (root)
        memcpy(children, intern_bytes(&o->nodes, root - 1, NULL), sizeof children);
    uint32_t *child = &children[child_number(depth, slot)];
    uint32_t changed = tree_write(o, *child, depth - 1, slot, value, by_default);
    if (changed == *child)
        return root;
    *child = changed;
    for (unsigned i = 0; i < CHILDREN; i++)
        if (children[i])
            return intern_add(&o->nodes, children, sizeof children, NULL) + 1;
    return 0;
}

uint32_t frame_push(struct objects *o, struct frame_object *f, uint32_t words)
{
    return intern_add(&o->frames, f, sizeof *f + words * sizeof f->words[0], NULL) + 1;
}

const struct frame_object *frame_get(const struct objects *o, uint32_t id)
{
    assert(id && id <= o->frames.size);
    return intern_bytes(&o->frames, id - 1, NULL);
}

struct objects_mark objects_mark(const struct objects *o)
{
    return (struct objects_mark){intern_mark(&o->nodes), intern_mark(&o->frames)};
}

void objects_rewind(struct objects *o, struct objects_mark to)
{
    intern_rewind(&o->nodes, to.nodes);
    intern_rewind(&o->frames, to.frames);
}

size_t objects_bytes(const struct objects *o)
{
    return o->nodes.bytes.bytes + o->frames.bytes.bytes +
           (o->nodes.entries_capacity + o->frames.entries_capacity) * sizeof(struct intern_entry) +
           (o->nodes.capacity + o->frames.capacity) * sizeof(uint32_t);
}

void objects_free(struct objects *o)
{
    intern_free(&o->nodes);
    intern_free(&o->frames);
}
