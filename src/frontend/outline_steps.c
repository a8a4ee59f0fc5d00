/* Instructions as steps of an outline. */
#include "base/text.h"
#include "frontend/library.h"
#include "frontend/names.h"
#include "frontend/outline_batches.h"
#include "program/property.h"

enum { LOCK_WIDTH = 4 }; /* what says whether it is held, where accesses of one are compared */

static struct outline_step *add_step(struct outliner *b, uint8_t kind, LLVMValueRef at)
{
    vector_push(&b->out->steps, (struct outline_step){.kind = kind,
                                                      .address = nowhere,
                                                      .created = NONE,
                                                      .batch = NONE,
                                                      .index = NONE,
                                                      .owner = NONE,
                                                      .value = NONE,
                                                      .pos = position_of(b->front, at)});
    return &vector_last(&b->out->steps);
}

/* Where an instruction's own access goes: others come with what it means. */
static LLVMValueRef accessed_by(LLVMValueRef i)
{
    if (LLVMIsACallInst(i))
        return LLVMGetNumArgOperands(i) ? LLVMGetArgOperand(i, 0) : NULL;
    return LLVMGetOperand(i, LLVMIsAStoreInst(i) ? 1 : 0);
}

/* Returns the step, or NULL if there is none. */
static struct outline_step *add_access(struct outliner *b, LLVMValueRef i, LLVMValueRef pointer, uint64_t width, bool write,
                                       bool atomic)
{
    if (LLVMIsNull(pointer))
        return NULL; /* undefined; and code that is not reached often has it */
    struct outline_address a = outline_address_of(b, pointer);
    bool may_be_none = LLVMGetMetadata(i, LLVMGetMDKindIDInContext(b->front->context, IF_ADDRESS, sizeof IF_ADDRESS - 1)) != NULL;
    if (!a.place_count && (may_be_none || outline_is_null(b, pointer)))
        return NULL;
    uint32_t owner = outline_owner_of(b, i, pointer);
    struct outline_step *s = add_step(b, OUTLINE_ACCESS, i);
    s->address = a;
    s->address.alone = pointer == accessed_by(i) && outline_is_alone(b, i, 0);
    s->owner = owner;
    outline_homes_of(b, i, pointer, s);
    s->width = (uint32_t)width;
    s->write = write;
    s->atomic = atomic;
    s->copies = !LLVMIsALoadInst(i) && !LLVMIsAStoreInst(i);
    outline_batch_access(b, i, pointer, s);
    return s;
}

static void atomic_section(struct outliner *b, LLVMValueRef i, bool begins)
{
    struct outline_step *s = add_step(b, begins ? OUTLINE_LOCK : OUTLINE_UNLOCK, i);
    s->address.places = 0; /* the first place is in OUTLINE_ATOMIC_SECTION */
    s->address.place_count = 1;
}

static void add_callee(struct outliner *b, LLVMValueRef function, struct outline_step *s)
{
    uint64_t number;
    if (!map_get(&b->procedure_of, map_pointer_key(function), &number))
        return;
    vector_push(&b->out->numbers, (uint32_t)number);
    s->callee_count++;
}

/* The functions that a pointer may point to; whether it is known that there are no others. A pointer that leads nowhere at all is null. */
static bool add_callees(struct outliner *b, LLVMValueRef pointer, struct outline_step *s)
{
    s->callees = b->out->numbers.size;
    const u32_vector *set = pointsto_of(b->pointsto, pointer);
    bool complete = true;
    for (uint32_t k = 0; k < set->size; k++) {
        const struct object *o = &b->pointsto->places.objects.data[place_get(&b->pointsto->places, set->data[k])->object];
        if (o->kind == OBJECT_FUNCTION && is_defined(o->value))
            add_callee(b, o->value, s);
        complete &= !object_is_elsewhere(o);
    }
    return complete;
}

/* Of an instruction of a model: where the program calls it, in one place. */
static struct position position_for_user(struct outliner *b, LLVMValueRef at, unsigned callers)
{
    struct position p = position_of(b->front, at);
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(at));
    for (LLVMUseRef u = callers ? LLVMGetFirstUse(function) : NULL; u && !p.file; u = LLVMGetNextUse(u))
        if (LLVMIsACallInst(LLVMGetUser(u)) && called_function(LLVMGetUser(u)) == function)
            p = position_for_user(b, LLVMGetUser(u), callers - 1);
    return p;
}

static void unknown(struct outliner *b, const char *name, LLVMValueRef at)
{
    enum { MOST_CALLERS = 4 };
    vector_push(&b->out->unknown, arena_strdup(&b->out->arena, name));
    vector_push(&b->out->unknown_at, position_for_user(b, at, MOST_CALLERS));
}

static void add_create(struct outliner *b, LLVMValueRef i)
{
    LLVMValueRef target = LLVMGetArgOperand(i, 0);
    if (LLVMIsNull(target) || (LLVMIsAConstantExpr(target) && LLVMGetConstOpcode(target) == LLVMIntToPtr))
        return; /* SIG_DFL, SIG_IGN */
    LLVMValueRef store = outline_id_store(i);
    struct outline_address argument = outline_address_of(b, LLVMGetArgOperand(i, 1));
    struct outline_address where = store ? outline_address_of(b, LLVMGetOperand(store, 1)) : nowhere;
    struct outline_step made = {.kind = OUTLINE_CREATE,
                                .address = where,
                                .arguments = b->out->arguments.size,
                                .argument_count = 1,
                                .batch = NONE,
                                .index = NONE,
                                .owner = NONE,
                                .pos = position_of(b->front, i)};
    made.aside = LLVMGetMetadata(i, LLVMGetMDKindIDInContext(b->front->context, RUNS_ASIDE, sizeof RUNS_ASIDE - 1)) != NULL;
    vector_push(&b->out->arguments, argument);
    if (!add_callees(b, LLVMGetArgOperand(i, 0), &made))
        unknown(b, "a thread of an unknown function", i);
    map_put(&b->create_of, map_pointer_key(i), b->out->steps.size);
    outline_batch_created(b, i, &made);
    vector_push(&b->out->steps, made);
}

static void add_join(struct outliner *b, LLVMValueRef i)
{
    LLVMValueRef id = LLVMGetArgOperand(i, 0);
    while (LLVMIsATruncInst(id) || LLVMIsAZExtInst(id))
        id = LLVMGetOperand(id, 0);
    struct outline_address from = nowhere;
    uint64_t created = NONE;
    map_get(&b->create_of, map_pointer_key(id), &created);
    if (LLVMIsALoadInst(id))
        from = outline_address_of(b, LLVMGetOperand(id, 0));
    struct outline_step *s = add_step(b, OUTLINE_JOIN, i);
    s->reads_now = LLVMIsALoadInst(id) && outline_is_read_just_before(id, i);
    s->address = from;
    s->created = (uint32_t)created;
}

/* A store of a new thread's id. */
static bool puts_id(LLVMValueRef store)
{
    LLVMValueRef create = outline_creation_of(LLVMGetOperand(store, 0));
    return create && outline_id_store(create) == store;
}

/* The plain write that the model of pthread_create announces: its store, further down in the block, overwrites what was there. */
static bool announces_id(LLVMValueRef write)
{
    for (LLVMValueRef i = LLVMGetNextInstruction(write); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsAStoreInst(i) && puts_id(i))
            return LLVMGetOperand(i, 1) == LLVMGetArgOperand(write, 0);
    return false;
}

/* What the front end means by a name, and an outline does not show. */
static bool is_silent(const char *name) { return starts_with(name, "llvm.") || starts_with(name, "__heddle_"); }

static void publish_value(struct outliner *b, LLVMValueRef i, LLVMValueRef v)
{
    LLVMValueRef root = outline_root_of(b, v);
    if ((!LLVMIsAArgument(root) && !LLVMIsACallInst(root) && !LLVMIsAAllocaInst(root)) ||
        starts_with(called_name(root), "__heddle_undefined"))
        return;
    uint32_t number = outline_value_number(b, root);
    add_step(b, OUTLINE_PUBLISH, i)->address.root = number;
}

static void publish_arguments(struct outliner *b, LLVMValueRef call)
{
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
        publish_value(b, call, LLVMGetArgOperand(call, k));
}

/* The callees of a call through a pointer; what is not known of them is said. */
static void through_pointer(struct outliner *b, LLVMValueRef i, struct outline_step *made)
{
    LLVMValueRef pointer = LLVMGetCalledValue(i);
    bool assembly = LLVMIsAInlineAsm(pointer), by_library = has_mark(b->function, WITHOUT_BODY);
    if (!assembly && add_callees(b, pointer, made))
        return;
    if (!by_library)
        unknown(b, assembly ? "inline assembly" : "a function through a pointer that comes from elsewhere", i);
    publish_arguments(b, i);
}

static void add_call(struct outliner *b, LLVMValueRef i)
{
    LLVMValueRef callee = called_function(i);
    struct outline_step made = {
        .kind = OUTLINE_CALL, .address = nowhere, .batch = NONE, .index = NONE, .owner = NONE, .pos = position_of(b->front, i)};
    made.end = call_has_mark(i, LEFT_BY_JUMP)     ? OUTLINE_BY_JUMP
               : call_has_mark(i, LEFT_BY_RETURN) ? OUTLINE_BY_RETURN
                                                  : OUTLINE_EITHER_END;
    if (callee && !is_defined(callee)) {
        if (!is_silent(value_name(callee))) {
            unknown(b, value_name(callee), i);
            publish_arguments(b, i);
        }
        return;
    }
    if (callee && has_mark(callee, WITHOUT_BODY))
        unknown(b, value_name(callee), i);
    if (callee) {
        made.callees = b->out->numbers.size;
        add_callee(b, callee, &made);
    } else {
        through_pointer(b, i, &made);
        b->is_left_nowhere = !made.callee_count && made.end == OUTLINE_BY_JUMP;
        if (!made.callee_count)
            return;
    }
    unsigned n = LLVMGetNumArgOperands(i);
    VECTOR(struct outline_address) arguments = {0};
    for (unsigned k = 0; k < n; k++) {
        struct outline_address a = outline_address_of(b, LLVMGetArgOperand(i, k));
        a.alone = outline_is_alone(b, i, k + 1);
        vector_push(&arguments, a);
    }
    made.arguments = b->out->arguments.size;
    made.argument_count = n;
    vector_each(struct outline_address *, a, &arguments)
        vector_push(&b->out->arguments, *a);
    vector_free(&arguments);
    vector_push(&b->out->steps, made);
}

static bool ends_program(const char *name)
{
    return !strcmp(name, "__heddle_halt") || !strcmp(name, "reach_error") || !strcmp(name, "__VERIFIER_error");
}

static void add_lock(struct outliner *b, LLVMValueRef i, uint8_t kind, const struct sync_call *sync)
{
    struct outline_address a = outline_address_of(b, LLVMGetArgOperand(i, sync->what == SYNC_CONDITION ? 1 : 0));
    struct outline_step *s = add_step(b, kind, i);
    s->address = a;
    s->shared = sync->shared;
    s->owned = sync->owned;
    s->once = outline_locks_once(sync);
    s->width = sync->width;
}

/* A semaphore that may begin with more than one is no lock: as if somebody unlocked it that does not hold it. */
static void begin_semaphore(struct outliner *b, LLVMValueRef i, const struct sync_call *sync)
{
    add_access(b, i, LLVMGetArgOperand(i, 0), LOCK_WIDTH, true, false);
    LLVMValueRef value = LLVMIsAConstantInt(LLVMGetArgOperand(i, 2));
    if (!value || LLVMConstIntGetZExtValue(value) > 1)
        add_lock(b, i, OUTLINE_UNLOCK, sync);
}

/* A lock is made, or is made no more: nobody holds it then. */
static void make_lock(struct outliner *b, LLVMValueRef i, const struct sync_call *sync)
{
    if (sync->what == SYNC_DESTROY)
        add_lock(b, i, OUTLINE_DESTROY, sync);
    struct outline_step *s = add_access(b, i, LLVMGetArgOperand(i, 0), LOCK_WIDTH, true, false);
    if (s)
        s->zero = true;
    LLVMValueRef attributes = LLVMGetNumArgOperands(i) > 1 ? LLVMGetArgOperand(i, 1) : NULL;
    if (attributes && LLVMGetTypeKind(LLVMTypeOf(attributes)) == LLVMPointerTypeKind)
        add_access(b, i, attributes, LOCK_WIDTH, false, false);
}

static void synchronise(struct outliner *b, LLVMValueRef i, const struct sync_call *sync)
{
    switch (sync->what) {
    case SYNC_TRY: add_lock(b, i, OUTLINE_TRY, sync); break; /* success is seen at the branch behind */
    case SYNC_WAIT: add_lock(b, i, outline_tries(b, sync) ? OUTLINE_TRY : OUTLINE_LOCK, sync); break;
    case SYNC_LOCK: add_lock(b, i, OUTLINE_LOCK, sync); break;
    case SYNC_UNLOCK: add_lock(b, i, OUTLINE_UNLOCK, sync); break;
    case SYNC_BEGIN: begin_semaphore(b, i, sync); break;
    case SYNC_MAKE:
    case SYNC_DESTROY: make_lock(b, i, sync); break;
    case SYNC_CONDITION: add_lock(b, i, OUTLINE_WAIT, sync); break; /* waiting gives the lock back */
    }
}

/* In a section of readers: who has counted up holds the semaphore from its end, who counts down no longer from its beginning. */
static void synchronise_readers(struct outliner *b, LLVMValueRef i, const struct sync_call *sync, LLVMValueRef semaphore)
{
    if (!semaphore)
        return;
    if (sync->what == SYNC_UNLOCK)
        synchronise(b, i, sync);
    struct outline_address a = outline_address_of(b, semaphore);
    struct outline_step *s = add_step(b, sync->what == SYNC_UNLOCK ? OUTLINE_LOCK : OUTLINE_UNLOCK, i);
    s->address = a;
    s->shared = s->counted = true;
    s->width = LOCK_WIDTH;
    if (sync->what == SYNC_LOCK)
        synchronise(b, i, sync);
}

static bool fails_by_lock(LLVMValueRef i)
{
    LLVMValueRef property = LLVMIsAConstantInt(LLVMGetArgOperand(i, 0));
    return !property || LLVMConstIntGetZExtValue(property) == PROPERTY_LOCKS;
}

static void call(struct outliner *b, LLVMValueRef i)
{
    const char *name = called_name(i);
    const struct sync_call *sync = outline_sync_of(i);
    uint64_t semaphore;
    if (sync && map_get(&b->reader_calls, map_pointer_key(i), &semaphore)) {
        synchronise_readers(b, i, sync, (LLVMValueRef)(uintptr_t)semaphore);
    } else if (sync) {
        synchronise(b, i, sync);
    } else if (!strcmp(name, "__heddle_fail")) {
        if (fails_by_lock(i))
            add_step(b, OUTLINE_FAIL, i);
    } else if (!strcmp(name, "__heddle_assume")) {
        add_step(b, OUTLINE_ASSUME, i);
    } else if (!strcmp(name, "__heddle_atomic_begin") || !strcmp(name, "__heddle_atomic_end")) {
        atomic_section(b, i, !strcmp(name, "__heddle_atomic_begin"));
    } else if (!strcmp(name, "__heddle_reads") || !strcmp(name, "__heddle_writes")) {
        LLVMValueRef size = LLVMIsAConstantInt(LLVMGetArgOperand(i, 1));
        uint64_t width = size && LLVMConstIntGetZExtValue(size) < UINT32_MAX ? LLVMConstIntGetZExtValue(size) : 0;
        if (!width)
            width = outline_bytes_behind(b->front, LLVMGetArgOperand(i, 0));
        bool write = !strcmp(name, "__heddle_writes");
        struct outline_step *s = add_access(b, i, LLVMGetArgOperand(i, 0), width, write, false);
        if (s)
            s->of_create = write && announces_id(i);
    } else if (allocates(i)) {
        uint32_t number = outline_value_number(b, i);
        add_step(b, OUTLINE_ALLOCATE, i)->address.root = number;
    } else if (!strcmp(name, "__heddle_free")) {
        struct outline_step *s = add_access(b, i, LLVMGetArgOperand(i, 0), 0, true, false);
        if (s)
            s->frees = true;
    } else if (!strcmp(name, "__heddle_create")) {
        add_create(b, i);
    } else if (!strcmp(name, "__heddle_join")) {
        add_join(b, i);
    } else if (!strcmp(name, "__heddle_jump") || !strcmp(name, "__heddle_jump_to_handler")) {
        unknown(b, "longjmp", i);
    } else if (!strcmp(name, "__heddle_unsupported")) {
        size_t length;
        const char *what = literal_text(LLVMGetArgOperand(i, 0), &length);
        unknown(b, what ? what : "a construct that is not modelled", i);
    } else if (ends_program(name)) {
        add_step(b, OUTLINE_HALT, i);
    } else if (!strcmp(name, "__heddle_exit")) {
        add_step(b, OUTLINE_RETURN, i)->ends_thread = true;
    } else if (!strcmp(name, JUMP_OUT)) {
        add_step(b, OUTLINE_RETURN, i)->end = OUTLINE_BY_JUMP;
    } else if (!is_debug_call(i)) {
        add_call(b, i);
    }
}

/* Operands through which an address becomes known elsewhere, or goes on under another name. Calls are looked at where they are analysed. */
static void publish(struct outliner *b, LLVMValueRef i)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
    if (opcode == LLVMLoad || opcode == LLVMGetElementPtr || opcode == LLVMICmp || opcode == LLVMCall || opcode == LLVMAlloca)
        return;
    if ((opcode == LLVMPHI || opcode == LLVMSelect) && outline_root_of(b, i) != i)
        return; /* the same by another name */
    if (opcode == LLVMPtrToInt && outline_comes_back(i))
        return;
    for (int k = 0; k < LLVMGetNumOperands(i); k++) {
        bool is_address = (opcode == LLVMStore && k == 1) || ((opcode == LLVMAtomicRMW || opcode == LLVMAtomicCmpXchg) && k == 0);
        if (!is_address)
            publish_value(b, i, LLVMGetOperand(i, (unsigned)k));
    }
}

/* The step that has created the thread whose id is stored; NONE if it comes later in the outline. */
static uint32_t created_by(const struct outliner *b, LLVMValueRef stored)
{
    uint64_t step;
    return map_get(&b->create_of, map_pointer_key(outline_creation_of(stored)), &step) ? (uint32_t)step : NONE;
}

/* The address that is read or written, as a value of the procedure. */
static void set_value(struct outliner *b, struct outline_step *s, LLVMValueRef address)
{
    if (s && LLVMGetTypeKind(LLVMTypeOf(address)) == LLVMPointerTypeKind &&
        (LLVMIsAInstruction(address) || LLVMIsAArgument(address)) && !LLVMIsAGetElementPtrInst(address))
        s->value = outline_value_number(b, address);
}

/* Where what is read or written leads. */
static void set_leads(struct outliner *b, struct outline_step *s, LLVMValueRef value)
{
    if (!s)
        return;
    struct outline_address to;
    s->copies = !outline_leads_of(b, value, &to);
    s->leads = to.places;
    s->lead_count = to.place_count;
}

static void store(struct outliner *b, LLVMValueRef i)
{
    if (starts_with(called_name(LLVMGetOperand(i, 0)), "__heddle_undefined"))
        return; /* a variable begins: no access of the program's */
    struct outline_step *s = add_access(b, i, LLVMGetOperand(i, 1), type_store_size(b->front, LLVMTypeOf(LLVMGetOperand(i, 0))),
                                        true, LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic);
    if (s) {
        s->of_create = puts_id(i);
        if (s->of_create)
            s->created = created_by(b, LLVMGetOperand(i, 0));
        s->zero = LLVMIsNull(LLVMGetOperand(i, 0));
        set_leads(b, s, LLVMGetOperand(i, 0));
        set_value(b, s, LLVMGetOperand(i, 0));
    }
}

static void load(struct outliner *b, LLVMValueRef i)
{
    struct outline_step *s = add_access(b, i, LLVMGetOperand(i, 0), type_store_size(b->front, LLVMTypeOf(i)), false,
                                        LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic);
    set_value(b, s, i);
    set_leads(b, s, i);
}

void outline_seen(struct outliner *b, LLVMValueRef load)
{
    struct outline_address a = outline_address_of(b, LLVMGetOperand(load, 0));
    struct outline_step *s = add_step(b, OUTLINE_SEEN, load);
    s->address = a;
    s->width = (uint32_t)type_store_size(b->front, LLVMTypeOf(load));
}

void outline_instruction(struct outliner *b, LLVMValueRef i)
{
    const struct front *f = b->front;
    publish(b, i);
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad: load(b, i); break;
    case LLVMStore: store(b, i); break;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        add_access(b, i, LLVMGetOperand(i, 0), type_store_size(f, LLVMTypeOf(LLVMGetOperand(i, 1))), true, true);
        break;
    case LLVMCall: call(b, i); break;
    case LLVMAlloca: {
        uint32_t number = outline_value_number(b, i);
        struct outline_step *s = add_step(b, OUTLINE_ALLOCATE, i);
        s->address.root = number;
        s->local = true;
        break;
    }
    case LLVMRet: add_step(b, OUTLINE_RETURN, i)->end = OUTLINE_BY_RETURN; break;
    case LLVMVAArg: unknown(b, "va_arg", i); break;
    default: break;
    }
}
