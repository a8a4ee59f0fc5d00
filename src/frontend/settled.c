/* Numbers in memory that main sets before anybody else runs, and that stay what they are: the size of an element, the capacity of a queue, the number of threads of a pool.
 * They are stored in a structure once and read from it ever after; here the reads become the number, so that memory has a known size, copies a known length and loops over threads a
 * known number of rounds. The loads stay: they race, and they may be outside of what they read, as before.
 *
 * A number is settled if it lies in an object that is there once, and one store of main, which surely writes it and nothing else,
 *   - comes before each read of it in main, before each creation of a thread and before each call (it dominates them);
 *   - and whatever else may write there stores the same number, or is done in main before it (there is no way from the store back to it).
 *
 * Requires calls inlined. Memory that is freed and comes back is another object at the same place: then nothing in it is settled. */
#include "frontend/cfg.h"
#include "frontend/pointsto.h"

#include "base/text.h"

struct spot { /* in memory */
    uint32_t object;
    uint64_t first, width;
};

struct settling {
    struct front *front;
    struct pointsto *pointsto;
    struct cfg main;
    VECTOR(LLVMValueRef) begins;    /* what lets other code run: creations of threads and calls, in main */
    VECTOR(LLVMValueRef) far_calls; /* that may write whatever can be reached from anywhere */
    VECTOR(struct access_at {
        LLVMValueRef at;
        struct spot spot;
    })
    loads, stores; /* that surely access one spot; stores: of constants, by main */
    VECTOR(struct writer {
        LLVMValueRef at;
        uint32_t next;
    })
    writers;
    u32_vector first_writer; /* by object, chained */
};

/* --- what runs before what in main --- */

static bool leads_to(const struct settling *s, LLVMValueRef a, LLVMValueRef b)
{
    LLVMBasicBlockRef from = LLVMGetInstructionParent(a), to = LLVMGetInstructionParent(b);
    if (from == to && cfg_comes_first(a, b))
        return true;
    struct bitset seen = {0};
    u32_vector todo = {0};
    bool found = false;
    vector_push(&todo, cfg_number(&s->main, from));
    while (todo.size && !found) {
        uint32_t k = vector_pop(&todo);
        LLVMValueRef end = k == NONE ? NULL : LLVMGetBasicBlockTerminator(s->main.blocks.data[k]);
        for (unsigned i = 0; end && i < LLVMGetNumSuccessors(end); i++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);
            uint32_t n = cfg_number(&s->main, next);
            found |= next == to;
            if (!bitset_has(&seen, n)) {
                bitset_add(&seen, n);
                vector_push(&todo, n);
            }
        }
    }
    vector_free(&todo);
    bitset_free(&seen);
    return found;
}

static bool in_main(const struct settling *s, LLVMValueRef i)
{
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(i)) == s->front->main;
}

/* --- the program --- */

/* Calls that leave memory as it is; functions with a body are looked at themselves. */
static bool only_looks(LLVMValueRef call)
{
    static const char *const names[] = {"create", "free",        "keep",        "reads",       "writes",  "shared",
                                        "size",   "readable",    "variable",    "is_text",     "is_lent", "format_has",
                                        "note",   "initialised", "initialises", "defined.copy"};
    LLVMValueRef callee = called_function(call);
    const char *name = called_name(call), *own = starts_with(name, "__heddle_") ? name + strlen("__heddle_") : "";
    bool looks = is_debug_call(call) || starts_with(name, "llvm.lifetime.") || (callee && is_defined(callee));
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++)
        looks |= strcmp(own, names[i]) == 0;
    return looks;
}

/* Of heddle's own functions and LLVM's, only one follows the pointers that it is given. */
static bool reaches_far(LLVMValueRef call)
{
    const char *name = called_name(call);
    bool known = starts_with(name, "__heddle_") || starts_with(name, "llvm."), given = false;
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
        given |= LLVMGetTypeKind(LLVMTypeOf(LLVMGetArgOperand(call, k))) == LLVMPointerTypeKind;
    return !only_looks(call) && (known ? strcmp(name, "__heddle_reach") == 0 : given);
}

static bool is_copy(LLVMValueRef i)
{
    const char *name = called_name(i);
    return starts_with(name, "llvm.memcpy") || starts_with(name, "llvm.memmove") || starts_with(name, "llvm.memset");
}

/* How many bytes it writes through its pointer, at most. */
static uint64_t bytes_written(const struct settling *s, LLVMValueRef i)
{
    LLVMValueRef size = is_copy(i) ? LLVMIsAConstantInt(LLVMGetArgOperand(i, 2)) : NULL;
    if (LLVMIsAStoreInst(i))
        return type_store_size(s->front, LLVMTypeOf(LLVMGetOperand(i, 0)));
    return size ? LLVMConstIntGetZExtValue(size) : LARGEST_OBJECT;
}

static LLVMValueRef written_pointer(LLVMValueRef i, unsigned k) { return LLVMGetOperand(i, LLVMIsAStoreInst(i) ? 1 : k); }
static unsigned written_pointers(LLVMValueRef i) { return LLVMIsACallInst(i) && !is_copy(i) ? LLVMGetNumArgOperands(i) : 1; }

/* Whether it may write there. What functions do with a pointer, they may do all over the object. */
static bool may_write(const struct settling *s, LLVMValueRef i, const struct spot *at)
{
    const struct place spot = {.object = at->object, .first = at->first};
    bool anywhere = LLVMIsACallInst(i) && !is_copy(i);
    for (unsigned k = 0; k < written_pointers(i); k++)
        vector_each(const uint32_t *, x, pointsto_of(s->pointsto, written_pointer(i, k))) {
            const struct place *q = place_get(&s->pointsto->places, *x);
            if (q->object == at->object && (anywhere || place_overlaps(q, bytes_written(s, i), &spot, at->width)))
                return true;
        }
    return false;
}

/* The one spot that it surely accesses. */
static bool spot_of(const struct settling *s, LLVMValueRef pointer, LLVMTypeRef type, struct spot *out)
{
    const u32_vector *set = pointsto_of(s->pointsto, pointer);
    const struct place *q = set->size == 1 ? place_get(&s->pointsto->places, set->data[0]) : NULL;
    if (!q || q->stride || q->distance)
        return false;
    *out = (struct spot){q->object, q->first, type_store_size(s->front, type)};
    return true;
}

static void add_writer(struct settling *s, LLVMValueRef i)
{
    for (unsigned k = 0; k < written_pointers(i); k++)
        vector_each(const uint32_t *, x, pointsto_of(s->pointsto, written_pointer(i, k))) {
            uint32_t object = place_get(&s->pointsto->places, *x)->object;
            while (s->first_writer.size <= object)
                vector_push(&s->first_writer, NONE);
            uint32_t *first = &s->first_writer.data[object];
            if (*first != NONE && s->writers.data[*first].at == i)
                continue;
            vector_push(&s->writers, (struct writer){i, *first});
            *first = s->writers.size - 1;
        }
}

static void collect(struct settling *s, LLVMValueRef i)
{
    LLVMValueRef callee = LLVMIsACallInst(i) ? called_function(i) : NULL;
    bool is_load = LLVMIsALoadInst(i), is_store = LLVMIsAStoreInst(i);
    LLVMValueRef pointer = is_load || is_store ? LLVMGetOperand(i, is_load ? 0 : 1) : NULL,
                 value = is_store ? LLVMGetOperand(i, 0) : i;
    struct access_at a = {.at = i};
    if (is_load && LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind && spot_of(s, pointer, LLVMTypeOf(i), &a.spot))
        vector_push(&s->loads, a);
    if (is_store && LLVMIsAConstantInt(value) && in_main(s, i) && spot_of(s, pointer, LLVMTypeOf(value), &a.spot))
        vector_push(&s->stores, a);
    if (is_store || LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i) || (LLVMIsACallInst(i) && !only_looks(i)))
        add_writer(s, i);
    if (LLVMIsACallInst(i) && reaches_far(i))
        vector_push(&s->far_calls, i);
    if (LLVMIsACallInst(i) && in_main(s, i) && (calls(i, "__heddle_create") || !callee || is_defined(callee)))
        vector_push(&s->begins, i);
}

static bool is_freed(const struct settling *s, uint32_t object)
{
    LLVMValueRef function = LLVMGetNamedFunction(s->front->module, "__heddle_free");
    if (function)
        each_use(u, function) vector_each(
            const uint32_t *, x,
            pointsto_of(s->pointsto, LLVMGetOperand(LLVMGetUser(u), 0))) if (place_get(&s->pointsto->places, *x)->object ==
                                                                             object) return true;
    return false;
}

static bool is_there_once(const struct settling *s, uint32_t object)
{
    const struct object *o = &s->pointsto->places.objects.data[object];
    if (o->kind == OBJECT_GLOBAL)
        return LLVMIsAGlobalVariable(o->value) && !LLVMIsThreadLocal(o->value);
    if ((o->kind != OBJECT_HEAP && o->kind != OBJECT_STACK) || !LLVMIsAInstruction(o->value) || !in_main(s, o->value))
        return false;
    return !cfg_on_cycle(&s->main, o->value) && !(s->front->options->reuse && is_freed(s, object));
}

/* --- settling --- */

static bool comes_before_all(const struct settling *s, LLVMValueRef store)
{
    vector_each(const LLVMValueRef *, b, &s->begins)
        if (!cfg_dominates(&s->main, store, *b))
            return false;
    return true;
}

/* Of the writers, those that store the same number at the same spot are none. */
static bool stays_so(const struct settling *s, const struct access_at *store)
{
    LLVMValueRef value = LLVMGetOperand(store->at, 0);
    vector_each(const LLVMValueRef *, c, &s->far_calls)
        if (!in_main(s, *c) || leads_to(s, store->at, *c))
            return false;
    for (uint32_t w = s->first_writer.data[store->spot.object]; w != NONE; w = s->writers.data[w].next) {
        LLVMValueRef i = s->writers.data[w].at;
        struct spot same;
        bool repeats = LLVMIsAStoreInst(i) && LLVMGetOperand(i, 0) == value &&
                       spot_of(s, LLVMGetOperand(i, 1), LLVMTypeOf(value), &same) && same.first == store->spot.first;
        if (!repeats && may_write(s, i, &store->spot) && (!in_main(s, i) || leads_to(s, store->at, i)))
            return false;
    }
    return true;
}

/* The loads of this number. */
static bool settle(struct settling *s, const struct access_at *store)
{
    LLVMValueRef value = LLVMGetOperand(store->at, 0);
    bool any = false;
    vector_each(const struct access_at *, l, &s->loads) {
        if (l->spot.object != store->spot.object || l->spot.first != store->spot.first || LLVMTypeOf(l->at) != LLVMTypeOf(value) ||
            !LLVMGetFirstUse(l->at) || (in_main(s, l->at) && !cfg_dominates(&s->main, store->at, l->at)))
            continue;
        if (!any && !(is_there_once(s, store->spot.object) && comes_before_all(s, store->at) && stays_so(s, store)))
            return false;
        LLVMReplaceAllUsesWith(l->at, value);
        any = true;
    }
    return any;
}

static bool may_depend(const struct settling *s, LLVMValueRef i)
{
    bool copies = is_copy(i), sized = copies || (LLVMIsACallInst(i) && allocates(i));
    return (sized && !LLVMIsAConstantInt(LLVMGetArgOperand(i, copies ? 2 : 0))) ||
           (in_main(s, i) && (calls(i, "__heddle_create") || calls(i, "__heddle_join")) && cfg_on_cycle(&s->main, i));
}

/* Whether the size of memory or of a copy, or a loop over threads, may depend on such a number, in main or what it names. (There are many models that nobody uses.) */
static bool is_worth_it(const struct settling *s)
{
    VECTOR(LLVMValueRef) functions = {0};
    struct map known = {0};
    bool found = false;
    vector_push(&functions, s->front->main);
    for (uint32_t n = 0; n < functions.size && !found; n++)
        each_block(b, functions.data[n]) each_instruction(i, b)
        {
            found |= may_depend(s, i);
            for (int k = 0; k < LLVMGetNumOperands(i); k++) {
                LLVMValueRef named = LLVMIsAFunction(LLVMGetOperand(i, (unsigned)k));
                if (!named || map_get(&known, map_pointer_key(named), NULL))
                    continue;
                map_put(&known, map_pointer_key(named), 1);
                vector_push(&functions, named);
            }
        }
    vector_free(&functions);
    map_free(&known);
    return found;
}

bool settle_numbers(struct front *f)
{
    struct settling s = {.front = f};
    bool any = false;
    if (is_function_used(f->main))
        return false;
    cfg_make(&s.main, f->main);
    if (is_worth_it(&s)) {
        s.pointsto = pointsto_run(f);
        vector_each(const LLVMValueRef *, fn, &s.pointsto->live)
            each_block(b, *fn) each_instruction(i, b) collect(&s, i);
        vector_each(const struct access_at *, store, &s.stores)
            any |= settle(&s, store);
        pointsto_free(s.pointsto);
    }
    cfg_free(&s.main);
    vector_free(&s.begins);
    vector_free(&s.far_calls);
    vector_free(&s.loads);
    vector_free(&s.stores);
    vector_free(&s.writers);
    vector_free(&s.first_writer);
    if (any)
        run_passes(f, "function(sccp,instsimplify)");
    return any;
}
