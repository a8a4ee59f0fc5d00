/* Ids in structures that are looked at in several ways: one memory that is two structures, or a structure and numbers. */
#include "frontend/id_classes.h"

#include <assert.h>

struct member {
    uint64_t offset, size, key;
};

typedef VECTOR(struct member) members;

static void add_members(struct ids *s, LLVMTypeRef type, uint64_t offset, uint64_t key, members *out)
{
    while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
        type = LLVMGetElementType(type);
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind) {
        if (key && ids_may_be(type))
            vector_push(out, (struct member){offset, type_size(s->front, type), key});
        return;
    }
    for (unsigned k = 0; k < LLVMCountStructElementTypes(type); k++)
        add_members(s, LLVMStructGetTypeAtIndex(type, k), offset + LLVMOffsetOfElement(s->front->layout, type, k),
                    ids_member_key(type, k), out);
}

static bool any_id(struct ids *s, const members *of)
{
    vector_each(const struct member *, m, of)
        if (ids_at(s, ids_of_key(s, m->key))->id)
            return true;
    return false;
}

static bool unite_ids(struct ids *s, uint32_t a, uint32_t b)
{
    if (ids_at(s, a)->id == ids_at(s, b)->id)
        return false;
    ids_unite(s, a, b);
    return true;
}

/* Members of one that lie where there are ids in the other are ids. */
static bool overlay(struct ids *s, const members *x, const members *y)
{
    bool changed = false;
    vector_each(const struct member *, m, x)
        vector_each(const struct member *, n, y)
            if (m->offset == n->offset && m->size == n->size)
                changed |= unite_ids(s, ids_of_key(s, m->key), ids_of_key(s, n->key));
    return changed;
}

static bool lay_plain(struct ids *s, uint32_t content, const members *x)
{
    assert(content != NONE && ids_at(s, content)->is_plain);
    bool changed = false;
    vector_each(const struct member *, m, x)
        if (m->size == LLVMPointerSize(s->front->layout))
            changed |= unite_ids(s, content, ids_of_key(s, m->key));
    return changed;
}

/* The other structures that the memory of one with ids is, and the numbers in it. */
static bool look_at_typed(struct ids *s, struct typed t, const members *x)
{
    uint32_t content = ids_at(s, t.number)->content;
    bool ids = any_id(s, x), changed = false;
    if (content != NONE && ids_at(s, content)->is_plain && (ids || ids_at(s, content)->id))
        changed |= lay_plain(s, content, x);
    for (uint32_t k = 0; ids && k < s->typed.size; k++) {
        members y = {0};
        if (s->typed.data[k].type != t.type && ids_at(s, s->typed.data[k].number) == ids_at(s, t.number)) {
            add_members(s, s->typed.data[k].type, 0, 0, &y);
            changed |= overlay(s, x, &y);
        }
        vector_free(&y);
    }
    return changed;
}

/* One memory that is two structures, or a structure and numbers. */
void ids_follow_structures(struct ids *s)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = 0; k < s->typed.size; k++) {
            members x = {0};
            add_members(s, s->typed.data[k].type, 0, 0, &x);
            changed |= look_at_typed(s, s->typed.data[k], &x);
            vector_free(&x);
        }
    }
}
