/* The module as an outline (program/outline.h): nothing is inlined but small functions; locks, creation and joining are calls that are
 * known by name; pointers are what the points-to analysis says. Requires the linked module with the models; breaks nothing but what its own
 * passes rewrite.
 *
 * An access that the optimiser could remove must not be removed: local variables whose address nobody takes are promoted, nothing else. */
#include "frontend/outline.h"

#include "base/text.h"
#include "frontend/front.h"
#include "frontend/library.h"
#include "frontend/names.h"
#include "frontend/pointsto.h"
#include "frontend/regions.h"

#include <stdlib.h>

struct definition {
    uint32_t value, block;
};

struct builder {
    struct front *front;
    struct pointsto *pointsto;
    struct outline *out;
    struct map procedure_of; /* function to number */
    struct map object_of;    /* number in the points-to analysis to number + 1 */
    struct map places_of;    /* value to its first place and their number */
    /* of the current procedure: */
    LLVMValueRef function;
    struct map block_of, value_of, create_of; /* create_of: call to step */
    VECTOR(struct definition) definitions;
    uint32_t value_count;
};

/* --- synchronisation by name --- */

static const struct sync_call {
    const char *name;
    enum { SYNC_LOCK, SYNC_TRY, SYNC_UNLOCK, SYNC_NOTHING } what;
    bool shared;
} sync_calls[] = {
    {"__heddle_mutex_lock", SYNC_LOCK, false},        {"__heddle_mutex_try", SYNC_TRY, false},
    {"__heddle_mutex_unlock", SYNC_UNLOCK, false},    {"pthread_spin_lock", SYNC_LOCK, false},
    {"pthread_spin_trylock", SYNC_TRY, false},        {"pthread_spin_unlock", SYNC_UNLOCK, false},
    {"pthread_rwlock_wrlock", SYNC_LOCK, false},      {"pthread_rwlock_rdlock", SYNC_LOCK, true},
    {"pthread_rwlock_trywrlock", SYNC_TRY, false},    {"pthread_rwlock_tryrdlock", SYNC_TRY, true},
    {"pthread_rwlock_timedwrlock", SYNC_TRY, false},  {"pthread_rwlock_timedrdlock", SYNC_TRY, true},
    {"pthread_rwlock_unlock", SYNC_UNLOCK, false},    {"__heddle_cond_wait", SYNC_NOTHING, false},
    {"__heddle_cond_wait_until", SYNC_NOTHING, false},
};

static const struct sync_call *sync_of(LLVMValueRef call)
{
    const char *name = called_name(call);
    LLVMValueRef callee = called_function(call);
    if (callee && LLVMGetStringAttributeAtIndex(callee, LLVMAttributeFunctionIndex, USERS_OWN, sizeof USERS_OWN - 1))
        return NULL;
    for (size_t k = 0; k < sizeof sync_calls / sizeof *sync_calls; k++)
        if (!strcmp(name, sync_calls[k].name))
            return &sync_calls[k];
    return NULL;
}

bool outline_keeps_call(const char *name)
{
    for (size_t k = 0; k < sizeof sync_calls / sizeof *sync_calls; k++)
        if (!strcmp(name, sync_calls[k].name))
            return true;
    return false;
}

/* --- objects, places, addresses --- */

static uint32_t object_number(struct builder *b, uint32_t object)
{
    uint64_t known;
    if (map_get(&b->object_of, object, &known))
        return (uint32_t)known;
    const struct object *o = &b->pointsto->places.objects.data[object];
    static const uint8_t kinds[] = {OUTLINE_GLOBAL, OUTLINE_THREAD_LOCAL, OUTLINE_STACK, OUTLINE_HEAP, OUTLINE_FUNCTION};
    struct outline_object made = {.kind = kinds[o->kind],
                                  .constant = o->kind == OBJECT_GLOBAL && LLVMIsGlobalConstant(o->value),
                                  .zeroed = o->kind == OBJECT_GLOBAL && LLVMGetInitializer(o->value) && LLVMIsNull(LLVMGetInitializer(o->value)),
                                  .elsewhere = object_is_elsewhere(o),
                                  .name = arena_strdup(&b->out->arena, object_name(b->front, o)),
                                  .size = o->size,
                                  .procedure = NONE,
                                  .block = NONE,
                                  .pos = object_position(b->front, o)};
    uint64_t procedure;
    LLVMValueRef home = o->kind == OBJECT_FUNCTION ? o->value : o->kind == OBJECT_GLOBAL ? NULL : o->function;
    if (home && map_get(&b->procedure_of, map_pointer_key(home), &procedure))
        made.procedure = (uint32_t)procedure;
    uint32_t id = b->out->objects.size;
    vector_push(&b->out->objects, made);
    map_put(&b->object_of, object, id);
    return id;
}

static void add_place(struct builder *b, const struct place *p)
{
    const struct object *o = &b->pointsto->places.objects.data[p->object];
    vector_push(&b->out->places, (struct outline_place){.object = object_number(b, p->object),
                                                        .first = p->first,
                                                        .stride = p->stride,
                                                        .end = p->stride ? p->end : p->first + 1,
                                                        .member = arena_strdup(&b->out->arena, member_name(b->front, o, p->first, false))});
}

static void places_of(struct builder *b, LLVMValueRef v, struct outline_address *a)
{
    uint64_t known;
    if (!map_get(&b->places_of, map_pointer_key(v), &known)) {
        const u32_vector *set = pointsto_of(b->pointsto, v);
        known = (uint64_t)b->out->places.size << 32 | set->size;
        map_put(&b->places_of, map_pointer_key(v), known);
        for (uint32_t k = 0; k < set->size; k++)
            add_place(b, place_get(&b->pointsto->places, pointsto_of(b->pointsto, v)->data[k]));
    }
    a->places = (uint32_t)(known >> 32);
    a->place_count = (uint32_t)known;
}

static bool constant_offset(const struct front *f, LLVMValueRef gep, int64_t *offset)
{
    LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
    for (int k = 1; k < LLVMGetNumOperands(gep); k++) {
        LLVMValueRef index = LLVMIsAConstantInt(LLVMGetOperand(gep, (unsigned)k));
        if (!index)
            return false;
        int64_t i = LLVMConstIntGetSExtValue(index);
        if (k > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
            *offset += (int64_t)LLVMOffsetOfElement(f->layout, t, (unsigned)i);
            t = LLVMStructGetTypeAtIndex(t, (unsigned)i);
            continue;
        }
        if (k > 1)
            t = LLVMGetElementType(t);
        *offset += i * (int64_t)type_size(f, t);
    }
    return true;
}

static uint32_t value_number(struct builder *b, LLVMValueRef v)
{
    uint64_t known, block;
    if (map_get(&b->value_of, map_pointer_key(v), &known))
        return (uint32_t)known;
    uint32_t id = b->value_count++;
    map_put(&b->value_of, map_pointer_key(v), id);
    if (LLVMIsAInstruction(v) && map_get(&b->block_of, map_pointer_key(LLVMGetInstructionParent(v)), &block))
        vector_push(&b->definitions, (struct definition){id, (uint32_t)block});
    return id;
}

static const struct outline_address nowhere = {.base = NONE, .root = NONE};

static uint32_t number_if_value(struct builder *b, LLVMValueRef v)
{
    return LLVMIsAInstruction(v) || LLVMIsAArgument(v) ? value_number(b, v) : NONE;
}

static struct outline_address address_of(struct builder *b, LLVMValueRef pointer)
{
    struct outline_address a = nowhere;
    places_of(b, pointer, &a);
    LLVMValueRef base = pointer;
    while (LLVMIsAGetElementPtrInst(base) && constant_offset(b->front, base, &a.offset))
        base = LLVMGetOperand(base, 0);
    a.base = number_if_value(b, base);
    while (LLVMIsAGetElementPtrInst(base))
        base = LLVMGetOperand(base, 0);
    a.root = number_if_value(b, base);
    return a;
}

static LLVMValueRef root_of(LLVMValueRef pointer)
{
    while (LLVMIsAGetElementPtrInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    return pointer;
}

/* --- steps --- */

static struct outline_step *add_step(struct builder *b, uint8_t kind, LLVMValueRef at)
{
    vector_push(&b->out->steps, (struct outline_step){.kind = kind, .address = nowhere, .created = NONE, .pos = position_of(b->front, at)});
    return &vector_last(&b->out->steps);
}

static void add_access(struct builder *b, LLVMValueRef i, LLVMValueRef pointer, uint64_t width, bool write, bool atomic)
{
    if (LLVMIsNull(pointer))
        return; /* undefined; and code that is not reached often has it */
    struct outline_address a = address_of(b, pointer);
    struct outline_step *s = add_step(b, OUTLINE_ACCESS, i);
    s->address = a;
    s->width = (uint32_t)width;
    s->write = write;
    s->atomic = atomic;
}

static void atomic_section(struct builder *b, LLVMValueRef i, bool begins)
{
    struct outline_step *s = add_step(b, begins ? OUTLINE_LOCK : OUTLINE_UNLOCK, i);
    s->address.places = 0; /* the first place is in OUTLINE_ATOMIC_SECTION */
    s->address.place_count = 1;
}

static void add_callee(struct builder *b, LLVMValueRef function, struct outline_step *s)
{
    uint64_t number;
    if (!map_get(&b->procedure_of, map_pointer_key(function), &number))
        return;
    vector_push(&b->out->numbers, (uint32_t)number);
    s->callee_count++;
}

/* The functions that a pointer may point to; whether it is known that there are no others. */
static bool add_callees(struct builder *b, LLVMValueRef pointer, struct outline_step *s)
{
    s->callees = b->out->numbers.size;
    const u32_vector *set = pointsto_of(b->pointsto, pointer);
    for (uint32_t k = 0; k < set->size; k++) {
        const struct object *o = &b->pointsto->places.objects.data[place_get(&b->pointsto->places, set->data[k])->object];
        if (o->kind == OBJECT_FUNCTION && is_defined(o->value))
            add_callee(b, o->value, s);
    }
    return s->callee_count > 0;
}

static void unknown(struct builder *b, const char *name, LLVMValueRef at)
{
    vector_push(&b->out->unknown, arena_strdup(&b->out->arena, name));
    vector_push(&b->out->unknown_at, position_of(b->front, at));
}

static void add_create(struct builder *b, LLVMValueRef i)
{
    LLVMValueRef target = LLVMGetArgOperand(i, 0);
    if (LLVMIsNull(target) || (LLVMIsAConstantExpr(target) && LLVMGetConstOpcode(target) == LLVMIntToPtr))
        return; /* SIG_DFL, SIG_IGN */
    struct outline_address where = nowhere, argument = address_of(b, LLVMGetArgOperand(i, 1));
    each_use(u, i)
    {
        LLVMValueRef user = LLVMGetUser(u), widened = LLVMIsAZExtInst(user);
        LLVMUseRef first = widened ? LLVMGetFirstUse(widened) : NULL;
        LLVMValueRef store = LLVMIsAStoreInst(first ? LLVMGetUser(first) : user);
        if (store)
            where = address_of(b, LLVMGetOperand(store, 1));
    }
    struct outline_step made = {.kind = OUTLINE_CREATE, .address = where, .arguments = b->out->arguments.size, .argument_count = 1,
                                .pos = position_of(b->front, i)};
    vector_push(&b->out->arguments, argument);
    if (!add_callees(b, LLVMGetArgOperand(i, 0), &made))
        unknown(b, "a thread of an unknown function", i);
    map_put(&b->create_of, map_pointer_key(i), b->out->steps.size);
    vector_push(&b->out->steps, made);
}

static void add_join(struct builder *b, LLVMValueRef i)
{
    LLVMValueRef id = LLVMGetArgOperand(i, 0);
    while (LLVMIsATruncInst(id) || LLVMIsAZExtInst(id))
        id = LLVMGetOperand(id, 0);
    struct outline_address from = nowhere;
    uint64_t created = NONE;
    map_get(&b->create_of, map_pointer_key(id), &created);
    if (LLVMIsALoadInst(id))
        from = address_of(b, LLVMGetOperand(id, 0));
    struct outline_step *s = add_step(b, OUTLINE_JOIN, i);
    s->address = from;
    s->created = (uint32_t)created;
}

/* What the front end means by a name, and an outline does not show. */
static bool is_silent(const char *name)
{
    return starts_with(name, "llvm.") || starts_with(name, "__heddle_");
}

static void publish_value(struct builder *b, LLVMValueRef i, LLVMValueRef v)
{
    LLVMValueRef root = root_of(v);
    if ((!LLVMIsAArgument(root) && !LLVMIsACallInst(root) && !LLVMIsAAllocaInst(root)) || starts_with(called_name(root), "__heddle_undefined"))
        return;
    uint32_t number = value_number(b, root);
    add_step(b, OUTLINE_PUBLISH, i)->address.root = number;
}

static void publish_arguments(struct builder *b, LLVMValueRef call)
{
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
        publish_value(b, call, LLVMGetArgOperand(call, k));
}

static void add_call(struct builder *b, LLVMValueRef i)
{
    LLVMValueRef callee = called_function(i);
    struct outline_step made = {.kind = OUTLINE_CALL, .address = nowhere, .pos = position_of(b->front, i)};
    if (callee && !is_defined(callee)) {
        if (!is_silent(value_name(callee))) {
            unknown(b, value_name(callee), i);
            publish_arguments(b, i);
        }
        return;
    }
    if (callee && LLVMGetStringAttributeAtIndex(callee, LLVMAttributeFunctionIndex, WITHOUT_BODY, sizeof WITHOUT_BODY - 1))
        unknown(b, value_name(callee), i);
    if (callee) {
        made.callees = b->out->numbers.size;
        add_callee(b, callee, &made);
    } else if (LLVMIsAInlineAsm(LLVMGetCalledValue(i)) || !add_callees(b, LLVMGetCalledValue(i), &made)) {
        if (!LLVMGetStringAttributeAtIndex(b->function, LLVMAttributeFunctionIndex, WITHOUT_BODY, sizeof WITHOUT_BODY - 1))
            unknown(b, LLVMIsAInlineAsm(LLVMGetCalledValue(i)) ? "inline assembly" : "a function through a pointer that leads nowhere", i);
        publish_arguments(b, i);
        return;
    }
    unsigned n = LLVMGetNumArgOperands(i);
    VECTOR(struct outline_address) arguments = {0};
    for (unsigned k = 0; k < n; k++)
        vector_push(&arguments, address_of(b, LLVMGetArgOperand(i, k)));
    made.arguments = b->out->arguments.size;
    made.argument_count = n;
    vector_each(struct outline_address *, a, &arguments) vector_push(&b->out->arguments, *a);
    vector_free(&arguments);
    vector_push(&b->out->steps, made);
}

static bool ends_program(const char *name)
{
    return !strcmp(name, "__heddle_halt") || !strcmp(name, "reach_error")
           || !strcmp(name, "__VERIFIER_error");
}

static void call(struct builder *b, LLVMValueRef i)
{
    const char *name = called_name(i);
    const struct sync_call *sync = sync_of(i);
    if (sync && (sync->what == SYNC_LOCK || sync->what == SYNC_UNLOCK)) {
        struct outline_address a = address_of(b, LLVMGetArgOperand(i, 0));
        struct outline_step *s = add_step(b, sync->what == SYNC_LOCK ? OUTLINE_LOCK : OUTLINE_UNLOCK, i);
        s->address = a;
        s->shared = sync->shared;
    } else if (sync) {
        return; /* trying is seen at the branch behind; waiting gives the lock back */
    } else if (!strcmp(name, "__heddle_atomic_begin") || !strcmp(name, "__heddle_atomic_end")) {
        atomic_section(b, i, !strcmp(name, "__heddle_atomic_begin"));
    } else if (!strcmp(name, "__heddle_reads") || !strcmp(name, "__heddle_writes")) {
        LLVMValueRef size = LLVMIsAConstantInt(LLVMGetArgOperand(i, 1));
        uint64_t width = size && LLVMConstIntGetZExtValue(size) < UINT32_MAX ? LLVMConstIntGetZExtValue(size) : 0;
        add_access(b, i, LLVMGetArgOperand(i, 0), width, !strcmp(name, "__heddle_writes"), false);
    } else if (!strcmp(name, "__heddle_alloc")) {
        uint32_t number = value_number(b, i);
        add_step(b, OUTLINE_ALLOCATE, i)->address.root = number;
    } else if (!strcmp(name, "__heddle_free")) {
        add_access(b, i, LLVMGetArgOperand(i, 0), 0, true, false);
    } else if (!strcmp(name, "__heddle_create")) {
        add_create(b, i);
    } else if (!strcmp(name, "__heddle_join")) {
        add_join(b, i);
    } else if (!strcmp(name, "__heddle_unsupported")) {
        size_t length;
        const char *what = literal_text(LLVMGetArgOperand(i, 0), &length);
        unknown(b, what ? what : "a construct that is not modelled", i);
    } else if (ends_program(name) || !strcmp(name, "__heddle_exit")) {
        add_step(b, strcmp(name, "__heddle_exit") ? OUTLINE_HALT : OUTLINE_RETURN, i);
    } else if (!is_debug_call(i)) {
        add_call(b, i);
    }
}

/* Operands through which an address becomes known elsewhere, or goes on under another name. Calls are looked at where they are analysed. */
static void publish(struct builder *b, LLVMValueRef i)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
    if (opcode == LLVMLoad || opcode == LLVMGetElementPtr || opcode == LLVMICmp || opcode == LLVMCall || opcode == LLVMAlloca)
        return;
    for (int k = 0; k < LLVMGetNumOperands(i); k++) {
        bool is_address = (opcode == LLVMStore && k == 1) || ((opcode == LLVMAtomicRMW || opcode == LLVMAtomicCmpXchg) && k == 0);
        if (!is_address)
            publish_value(b, i, LLVMGetOperand(i, (unsigned)k));
    }
}

static void instruction(struct builder *b, LLVMValueRef i)
{
    const struct front *f = b->front;
    publish(b, i);
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad:
        add_access(b, i, LLVMGetOperand(i, 0), type_store_size(f, LLVMTypeOf(i)), false, LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic);
        break;
    case LLVMStore:
        if (starts_with(called_name(LLVMGetOperand(i, 0)), "__heddle_undefined"))
            break; /* a variable begins: no access of the program's */
        add_access(b, i, LLVMGetOperand(i, 1), type_store_size(f, LLVMTypeOf(LLVMGetOperand(i, 0))), true,
                   LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic);
        break;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        add_access(b, i, LLVMGetOperand(i, 0), type_store_size(f, LLVMTypeOf(LLVMGetOperand(i, 1))), true, true);
        break;
    case LLVMCall:
        call(b, i);
        break;
    case LLVMAlloca: {
        uint32_t number = value_number(b, i);
        struct outline_step *s = add_step(b, OUTLINE_ALLOCATE, i);
        s->address.root = number;
        s->local = true;
        break;
    }
    case LLVMRet:
        add_step(b, OUTLINE_RETURN, i);
        break;
    case LLVMVAArg:
        unknown(b, "va_arg", i);
        break;
    default:
        break;
    }
}

/* --- procedures --- */

/* The block ends with a branch on whether a lock could be taken. */
static void note_try(struct builder *b, LLVMValueRef last, struct outline_block *block)
{
    block->try_next = NONE;
    block->try_lock = nowhere;
    LLVMValueRef condition = LLVMIsABranchInst(last) && LLVMIsConditional(last) ? LLVMIsAICmpInst(LLVMGetCondition(last)) : NULL;
    LLVMValueRef result = condition ? LLVMIsACallInst(LLVMGetOperand(condition, 0)) : NULL;
    const struct sync_call *sync = result ? sync_of(result) : NULL;
    if (!sync || sync->what != SYNC_TRY || !LLVMIsNull(LLVMGetOperand(condition, 1)))
        return;
    LLVMIntPredicate p = LLVMGetICmpPredicate(condition);
    if (p == LLVMIntEQ || p == LLVMIntNE) {
        block->try_next = p == LLVMIntEQ ? 0 : 1;
        block->try_shared = sync->shared;
        block->try_lock = address_of(b, LLVMGetArgOperand(result, 0));
    }
}

static void add_block(struct builder *b, LLVMBasicBlockRef from)
{
    struct outline_block made = {.steps = b->out->steps.size};
    each_instruction(i, from) instruction(b, i);
    made.step_count = b->out->steps.size - made.steps;
    LLVMValueRef last = LLVMGetBasicBlockTerminator(from);
    note_try(b, last, &made);
    made.nexts = b->out->numbers.size;
    made.next_count = LLVMGetNumSuccessors(last);
    for (unsigned k = 0; k < made.next_count; k++) {
        uint64_t number = 0;
        map_get(&b->block_of, map_pointer_key(LLVMGetSuccessor(last, k)), &number);
        vector_push(&b->out->numbers, (uint32_t)number);
    }
    vector_push(&b->out->blocks, made);
}

static int by_block(const void *x, const void *y)
{
    const struct definition *a = x, *b = y;
    return a->block != b->block ? (a->block > b->block) - (a->block < b->block) : (a->value > b->value) - (a->value < b->value);
}

/* Which values get a new meaning in which block. */
static void add_definitions(struct builder *b, const struct outline_procedure *p)
{
    if (b->definitions.size)
        qsort(b->definitions.data, b->definitions.size, sizeof *b->definitions.data, by_block);
    vector_each(const struct definition *, d, &b->definitions) {
        struct outline_block *block = &b->out->blocks.data[p->blocks + d->block];
        if (!block->value_count)
            block->values = b->out->numbers.size;
        vector_push(&b->out->numbers, d->value);
        block->value_count++;
    }
}

static void add_procedure(struct builder *b, uint32_t number, LLVMValueRef function)
{
    struct outline_procedure made = b->out->procedures.data[number];
    b->function = function;
    b->value_count = 0;
    vector_clear(&b->definitions);
    map_clear(&b->block_of);
    map_clear(&b->value_of);
    map_clear(&b->create_of);
    made.parameter_count = LLVMCountParams(function);
    for (unsigned k = 0; k < made.parameter_count; k++)
        value_number(b, LLVMGetParam(function, k));
    each_block(block, function) map_put(&b->block_of, map_pointer_key(block), made.block_count++);
    made.blocks = b->out->blocks.size;
    each_block(block, function) add_block(b, block);
    add_definitions(b, &made);
    made.value_count = b->value_count;
    b->out->procedures.data[number] = made;
}

/* Where stack and heap objects are made. */
static void add_homes(struct builder *b)
{
    for (uint32_t k = 0; k < b->pointsto->places.objects.size; k++) {
        const struct object *o = &b->pointsto->places.objects.data[k];
        uint64_t number;
        if ((o->kind != OBJECT_STACK && o->kind != OBJECT_HEAP) || !map_get(&b->object_of, k, &number))
            continue;
        LLVMBasicBlockRef home = LLVMGetInstructionParent(o->value);
        uint32_t at = 0;
        each_block(block, LLVMGetBasicBlockParent(home))
        {
            if (block == home)
                break;
            at++;
        }
        b->out->objects.data[number].block = at;
    }
}

static void add_links(struct builder *b)
{
    struct pointsto *p = b->pointsto;
    const u32_vector *results = &p->sets.data[p->results]; /* what threads return is seen by who joins them */
    for (uint32_t k = 0; k < results->size; k++) {
        uint32_t to = place_get(&p->places, results->data[k])->object;
        vector_push(&b->out->links, (struct outline_link){OUTLINE_ATOMIC_SECTION, object_number(b, to)});
    }
    for (uint32_t m = 0; m < p->memory.size; m++) {
        uint32_t from = place_get(&p->places, p->memory.data[m].place)->object;
        const u32_vector *set = &p->sets.data[p->memory.data[m].node];
        for (uint32_t k = 0; k < set->size; k++) {
            uint32_t to = place_get(&p->places, set->data[k])->object;
            vector_push(&b->out->links, (struct outline_link){object_number(b, from), object_number(b, to)});
        }
    }
}

struct outline *outline_make(struct front *f, struct pointsto *p)
{
    struct builder b = {.front = f, .pointsto = p, .out = NEW(struct outline)};
    members_collect(f);
    b.out->lock_kinds = LLVMGetNamedFunction(f->module, "pthread_mutexattr_settype") != NULL;
    vector_push(&b.out->objects, (struct outline_object){.name = "an atomic section", .size = 1, .procedure = NONE, .block = NONE});
    vector_push(&b.out->places, (struct outline_place){.object = OUTLINE_ATOMIC_SECTION, .end = 1, .member = ""});
    for (uint32_t k = 0; k < p->live.size; k++) {
        LLVMValueRef fn = p->live.data[k];
        bool users = LLVMGetStringAttributeAtIndex(fn, LLVMAttributeFunctionIndex, USERS_OWN, sizeof USERS_OWN - 1) != NULL;
        map_put(&b.procedure_of, map_pointer_key(fn), k);
        vector_push(&b.out->procedures, (struct outline_procedure){.name = arena_strdup(&b.out->arena, value_name(fn)),
                                                                   .is_model = !users, .pos = function_position(f, fn)});
    }
    for (uint32_t k = 0; k < p->live.size; k++)
        add_procedure(&b, k, p->live.data[k]);
    add_links(&b);
    add_homes(&b);
    map_free(&b.procedure_of);
    map_free(&b.object_of);
    map_free(&b.places_of);
    map_free(&b.block_of);
    map_free(&b.value_of);
    map_free(&b.create_of);
    vector_free(&b.definitions);
    return b.out;
}
