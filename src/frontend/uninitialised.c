/* Mutexes and the like that are used and that nobody initialises. Models say where they use one, __heddle_initialised(mark, size, what), by a part of it that
 * nothing but an initialisation writes: pthread_mutex_init, an assignment of the whole, memset, calloc. Where all that the mark may be is
 * memory of the program's own with any contents (malloc, a local variable), and nobody ever writes there, the call stays, and is a misuse; otherwise it goes.
 * Flow-insensitive: one that is initialised too late is not found.
 *
 * Requires calls inlined, and copies that still are calls (what they copy is not looked at yet, so every byte of them counts). */
#include "frontend/leaves.h"
#include "frontend/pointsto.h"
#include "frontend/regions.h"

struct written { /* so many bytes there */
    uint32_t place;
    uint64_t width;
};

struct finder {
    struct front *front;
    struct pointsto *pointsto;
    VECTOR(struct written) written;
    VECTOR(LLVMValueRef) uses; /* calls of __heddle_initialised */
    bool anything;             /* is written: by a function of which nothing is known */
};

static bool holds_anything(const struct object *o)
{
    if (o->zeroed || o->contents)
        return false;
    return o->kind == OBJECT_STACK ||
           (o->kind == OBJECT_HEAP && (calls(o->value, "__heddle_alloc") || calls(o->value, "__heddle_alloc_page")));
}

static void add_written(struct finder *u, LLVMValueRef pointer, uint64_t width, bool whole)
{
    const u32_vector *set = pointsto_of(u->pointsto, pointer);
    vector_each(const uint32_t *, p, set) {
        uint32_t object = place_get(&u->pointsto->places, *p)->object;
        if (!holds_anything(&u->pointsto->places.objects.data[object]))
            continue;
        struct written w = {whole ? place_anywhere(&u->pointsto->places, object) : *p, whole ? 1 : width};
        vector_push(&u->written, w);
    }
}

static void add_call(struct finder *u, LLVMValueRef call)
{
    const char *name = called_name(call);
    bool fills = starts_with(name, "llvm.memset") || starts_with(name, "llvm.memcpy") || starts_with(name, "llvm.memmove");
    if (fills || strcmp(name, "__heddle_initialises") == 0) {
        LLVMValueRef size = LLVMGetArgOperand(call, fills ? 2 : 1);
        bool known = LLVMIsAConstantInt(size);
        add_written(u, LLVMGetArgOperand(call, 0), known ? LLVMConstIntGetZExtValue(size) : 0, !known);
    } else if (strcmp(name, "__heddle_havoc") == 0) {
        add_written(u, LLVMGetArgOperand(call, 0), 0, true);
    } else if (strcmp(name, "__heddle_reach") == 0) {
        u->anything |= !LLVMIsNull(LLVMGetArgOperand(call, 1));
    }
}

static void look_at(struct finder *u, LLVMValueRef i)
{
    uint64_t width;
    LLVMValueRef pointer = LLVMIsALoadInst(i) ? NULL : accessed_pointer(u->front, i, &width);
    if (LLVMIsACallInst(i))
        add_call(u, i);
    else if (pointer && !(LLVMIsAStoreInst(i) && is_undefined_call(LLVMGetOperand(i, 0))))
        add_written(u, pointer, width, false);
}

static bool is_never_written(const struct finder *u, uint32_t id, uint64_t size)
{
    const struct place *q = place_get(&u->pointsto->places, id);
    if (u->anything || !holds_anything(&u->pointsto->places.objects.data[q->object]))
        return false;
    vector_each(const struct written *, w, &u->written) {
        const struct place *p = place_get(&u->pointsto->places, w->place);
        if (p->object == q->object && place_overlaps(p, w->width, q, size))
            return false;
    }
    return true;
}

static bool is_uninitialised(struct finder *u, LLVMValueRef use)
{
    const u32_vector *set = pointsto_of(u->pointsto, LLVMGetArgOperand(use, 0));
    uint64_t size = LLVMConstIntGetZExtValue(LLVMGetArgOperand(use, 1));
    vector_each(const uint32_t *, p, set)
        if (!is_never_written(u, *p, size))
            return false;
    return set->size != 0;
}

static void find_uses(struct finder *u)
{
    LLVMValueRef function = LLVMGetNamedFunction(u->front->module, "__heddle_initialised");
    if (function)
        each_use(use, function) vector_push(&u->uses, LLVMGetUser(use));
}

/* The usual case needs no analysis: all of them are global variables. */
static bool any_elsewhere(const struct finder *u)
{
    vector_each(const LLVMValueRef *, use, &u->uses)
        if (!LLVMIsConstant(LLVMGetArgOperand(*use, 0)))
            return true;
    return false;
}

void find_uninitialised(struct front *f)
{
    struct finder u = {.front = f};
    find_uses(&u);
    bool look = any_elsewhere(&u) && !f->options->cut && !f->options->entry_count;
    if (look) {
        u.pointsto = pointsto_run(f);
        vector_each(LLVMValueRef *, fn, &u.pointsto->live)
            each_block(b, *fn) each_instruction(i, b) look_at(&u, i);
    }
    vector_each(LLVMValueRef *, use, &u.uses)
        if (!look || !is_uninitialised(&u, *use))
            LLVMInstructionEraseFromParent(*use);
    if (look)
        pointsto_free(u.pointsto);
    vector_free(&u.written);
    vector_free(&u.uses);
}
