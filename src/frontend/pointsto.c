/* The points-to analysis: plain rounds over all instructions until nothing changes. */
#include "frontend/pointsto.h"

#include "base/text.h"

enum { MOST_EXACT = 24 }; /* exact places of one object in one set; beyond, they become an array */

static void add(struct pointsto *p, uint32_t node, uint32_t place);

static uint32_t new_node(struct pointsto *p)
{
    vector_push(&p->sets, (u32_vector){0});
    return p->sets.size - 1;
}

/* Too many offsets of one object: the pointer runs through it. */
static void widen(struct pointsto *p, uint32_t node, uint32_t object)
{
    u32_vector *s = &p->sets.data[node];
    uint32_t count = 0;
    uint64_t least = UINT64_MAX, step = 0;
    vector_each(uint32_t *, x, s)
    {
        const struct place *q = place_get(&p->places, *x);
        if (q->object != object || q->stride)
            continue;
        count++;
        if (q->first < least)
            least = q->first;
    }
    if (count <= MOST_EXACT)
        return;
    vector_each(uint32_t *, x, s)
    {
        const struct place *q = place_get(&p->places, *x);
        if (q->object != object || q->stride)
            continue;
        uint64_t a = q->first - least, b = step;
        while (b) {
            uint64_t t = a % b;
            a = b;
            b = t;
        }
        step = a;
    }
    add(p, node, place_id(&p->places, (struct place){.object = object, .first = least % step, .stride = step,
                                                      .end = p->places.objects.data[object].size}));
}

static void add(struct pointsto *p, uint32_t node, uint32_t place)
{
    u32_vector *s = &p->sets.data[node];
    const struct place *q = place_get(&p->places, place);
    vector_each(uint32_t *, x, s) if (*x == place || place_within(q, place_get(&p->places, *x))) return;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->size; i++)
        if (!q->stride || !place_within(place_get(&p->places, s->data[i]), q))
            s->data[kept++] = s->data[i];
    s->size = kept;
    vector_push(s, place);
    p->changed = true;
    if (!q->stride && s->size > MOST_EXACT)
        widen(p, node, q->object);
}

static void add_all(struct pointsto *p, uint32_t to, uint32_t from)
{
    if (to == from)
        return;
    for (uint32_t i = 0; i < p->sets.data[from].size; i++)
        add(p, to, p->sets.data[from].data[i]);
}

static uint32_t node_of(struct pointsto *p, LLVMValueRef v);

static bool direct_base(LLVMValueRef v)
{
    while (LLVMIsAGetElementPtrInst(v) || (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr))
        v = LLVMGetOperand(v, 0);
    return LLVMIsAGlobalValue(v) || LLVMIsAAllocaInst(v) || LLVMIsACallInst(v);
}

static void index_places(struct pointsto *p, uint32_t node, LLVMValueRef gep)
{
    uint32_t base = node_of(p, LLVMGetOperand(gep, 0));
    bool direct = direct_base(LLVMGetOperand(gep, 0));
    for (uint32_t i = 0; i < p->sets.data[base].size; i++) {
        uint32_t place = place_index(&p->places, p->sets.data[base].data[i], gep, direct);
        if (place != NONE)
            add(p, node, place);
    }
}

static void smear(struct pointsto *p, uint32_t to, uint32_t from)
{
    for (uint32_t i = 0; i < p->sets.data[from].size; i++) {
        const struct place *q = place_get(&p->places, p->sets.data[from].data[i]);
        if (p->places.objects.data[q->object].kind == OBJECT_FUNCTION)
            add(p, to, p->sets.data[from].data[i]);
        else
            add(p, to, place_anywhere(&p->places, q->object));
    }
}

static void constant_places(struct pointsto *p, uint32_t node, LLVMValueRef v)
{
    if (LLVMIsAFunction(v)) {
        add(p, node, place_exact(&p->places, places_object(&p->places, OBJECT_FUNCTION, v, NULL), 0));
    } else if (LLVMIsAGlobalVariable(v)) {
        if (!LLVMIsThreadLocal(v)) /* otherwise through llvm.threadlocal.address */
            add(p, node, place_exact(&p->places, places_object(&p->places, OBJECT_GLOBAL, v, NULL), 0));
    } else if (LLVMIsAGlobalAlias(v)) {
        add_all(p, node, node_of(p, LLVMAliasGetAliasee(v)));
    } else if (LLVMIsAConstantExpr(v)) {
        switch (LLVMGetConstOpcode(v)) {
        case LLVMGetElementPtr:
            index_places(p, node, v);
            break;
        case LLVMBitCast:
        case LLVMIntToPtr:
        case LLVMPtrToInt:
        case LLVMAddrSpaceCast:
            add_all(p, node, node_of(p, LLVMGetOperand(v, 0)));
            break;
        default:
            for (int i = 0; i < LLVMGetNumOperands(v); i++)
                smear(p, node, node_of(p, LLVMGetOperand(v, (unsigned)i)));
        }
    }
}

static uint32_t node_of(struct pointsto *p, LLVMValueRef v)
{
    uint64_t found;
    if (map_get(&p->node_of, map_pointer_key(v), &found))
        return (uint32_t)found;
    uint32_t node = new_node(p);
    map_put(&p->node_of, map_pointer_key(v), node);
    if (LLVMIsAConstant(v))
        constant_places(p, node, v);
    return node;
}

static uint32_t return_node(struct pointsto *p, LLVMValueRef function)
{
    uint64_t found;
    if (map_get(&p->returns, map_pointer_key(function), &found))
        return (uint32_t)found;
    uint32_t node = new_node(p);
    map_put(&p->returns, map_pointer_key(function), node);
    return node;
}

/* The node for what is stored at a place with a width, made when it is first needed. */
static uint32_t memory_node(struct pointsto *p, uint32_t place, uint64_t width)
{
    uint64_t object = place_get(&p->places, place)->object, head = NONE;
    map_get(&p->content_of, object, &head);
    for (uint32_t m = (uint32_t)head; m != NONE; m = p->memory.data[m].next)
        if (p->memory.data[m].place == place && p->memory.data[m].width == width)
            return p->memory.data[m].node;
    uint32_t node = new_node(p);
    map_put(&p->content_of, object, p->memory.size);
    vector_push(&p->memory, (struct memory_node){place, node, (uint32_t)head, width});
    return node;
}

static void load(struct pointsto *p, uint32_t result, uint32_t pointer, uint64_t width)
{
    for (uint32_t i = 0; i < p->sets.data[pointer].size; i++) {
        const struct place *q = place_get(&p->places, p->sets.data[pointer].data[i]);
        uint64_t m = NONE;
        map_get(&p->content_of, q->object, &m);
        for (; m != NONE; m = p->memory.data[m].next)
            if (place_overlaps(q, width, place_get(&p->places, p->memory.data[m].place), p->memory.data[m].width))
                add_all(p, result, p->memory.data[m].node);
    }
}

static void store(struct pointsto *p, uint32_t value, uint32_t pointer, uint64_t width)
{
    if (p->sets.data[value].size == 0)
        return;
    for (uint32_t i = 0; i < p->sets.data[pointer].size; i++)
        add_all(p, memory_node(p, p->sets.data[pointer].data[i], width), value);
}

static void initialiser(struct pointsto *p, uint32_t object, uint64_t offset, LLVMValueRef v)
{
    struct front *f = p->places.front;
    LLVMTypeRef t = LLVMTypeOf(v);
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    if (LLVMIsNull(v) || LLVMIsUndef(v) || LLVMIsAConstantDataSequential(v))
        return;
    if (kind == LLVMStructTypeKind) {
        for (int i = 0; i < LLVMGetNumOperands(v); i++)
            initialiser(p, object, offset + LLVMOffsetOfElement(f->layout, t, (unsigned)i), LLVMGetOperand(v, (unsigned)i));
    } else if (kind == LLVMArrayTypeKind) {
        uint64_t size = type_size(f, LLVMGetElementType(t));
        for (int i = 0; i < LLVMGetNumOperands(v); i++)
            initialiser(p, object, offset + (uint64_t)i * size, LLVMGetOperand(v, (unsigned)i));
    } else if (!LLVMIsAConstantInt(v)) {
        uint32_t node = node_of(p, v);
        if (p->sets.data[node].size)
            add_all(p, memory_node(p, place_exact(&p->places, object, offset), type_store_size(f, t)), node);
    }
}

static void make_live(struct pointsto *p, LLVMValueRef function)
{
    if (!is_defined(function) || map_get(&p->live_set, map_pointer_key(function), NULL))
        return;
    map_put(&p->live_set, map_pointer_key(function), 1);
    vector_push(&p->live, function);
    p->changed = true;
}

static void call_function(struct pointsto *p, LLVMValueRef call, LLVMValueRef function)
{
    make_live(p, function);
    if (!is_defined(function))
        return;
    unsigned n = LLVMCountParams(function);
    for (unsigned i = 0; i < n && i < LLVMGetNumArgOperands(call); i++)
        add_all(p, node_of(p, LLVMGetParam(function, i)), node_of(p, LLVMGetArgOperand(call, i)));
    add_all(p, node_of(p, call), return_node(p, function));
}

static void create_thread(struct pointsto *p, LLVMValueRef call)
{
    uint32_t target = node_of(p, LLVMGetArgOperand(call, 0));
    for (uint32_t i = 0; i < p->sets.data[target].size; i++) {
        const struct place *q = place_get(&p->places, p->sets.data[target].data[i]);
        const struct object *o = &p->places.objects.data[q->object];
        if (o->kind != OBJECT_FUNCTION || !is_defined(o->value))
            continue;
        LLVMValueRef function = o->value;
        bool known = false;
        vector_each(LLVMValueRef *, t, &p->threads) known |= *t == function;
        if (!known) {
            vector_push(&p->threads, function);
            p->changed = true;
        }
        make_live(p, function);
        if (LLVMCountParams(function))
            add_all(p, node_of(p, LLVMGetParam(function, 0)), node_of(p, LLVMGetArgOperand(call, 1)));
        add_all(p, p->results, return_node(p, function));
    }
}

static void call(struct pointsto *p, LLVMValueRef i, LLVMValueRef function)
{
    const char *name = called_name(i);
    LLVMValueRef callee = called_function(i);
    if (!callee) {
        LLVMValueRef pointer = LLVMGetCalledValue(i);
        if (LLVMIsAInlineAsm(pointer))
            return;
        uint32_t node = node_of(p, pointer);
        for (uint32_t k = 0; k < p->sets.data[node].size; k++) {
            const struct object *o = &p->places.objects.data[place_get(&p->places, p->sets.data[node].data[k])->object];
            if (o->kind == OBJECT_FUNCTION)
                call_function(p, i, o->value);
        }
    } else if (strcmp(name, "__heddle_alloc") == 0) {
        add(p, node_of(p, i), place_exact(&p->places, places_object(&p->places, OBJECT_HEAP, i, function), 0));
    } else if (strcmp(name, "__heddle_create") == 0) {
        create_thread(p, i);
    } else if (strcmp(name, "__heddle_join") == 0) {
        add_all(p, node_of(p, i), p->results);
    } else if (strcmp(name, "__heddle_exit") == 0) {
        add_all(p, p->results, node_of(p, LLVMGetArgOperand(i, 0)));
    } else if (starts_with(name, "llvm.threadlocal.address")) {
        LLVMValueRef global = LLVMGetArgOperand(i, 0);
        uint32_t object = places_object(&p->places, OBJECT_THREAD_LOCAL, global, function);
        add(p, node_of(p, i), place_exact(&p->places, object, 0));
        if (LLVMIsAGlobalVariable(global) && LLVMGetInitializer(global))
            initialiser(p, object, 0, LLVMGetInitializer(global));
    } else {
        call_function(p, i, callee);
    }
}

static void instruction(struct pointsto *p, LLVMValueRef i, LLVMValueRef function)
{
    struct front *f = p->places.front;
    uint32_t n;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMAlloca:
        add(p, node_of(p, i), place_exact(&p->places, places_object(&p->places, OBJECT_STACK, i, function), 0));
        break;
    case LLVMGetElementPtr:
        index_places(p, node_of(p, i), i);
        break;
    case LLVMBitCast:
    case LLVMIntToPtr:
    case LLVMPtrToInt:
    case LLVMAddrSpaceCast:
    case LLVMFreeze:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMExtractValue:
        n = node_of(p, i);
        add_all(p, n, node_of(p, LLVMGetOperand(i, 0)));
        break;
    case LLVMSelect:
    case LLVMInsertValue:
        n = node_of(p, i);
        for (int k = 0; k < LLVMGetNumOperands(i); k++)
            add_all(p, n, node_of(p, LLVMGetOperand(i, (unsigned)k)));
        break;
    case LLVMPHI:
        n = node_of(p, i);
        for (unsigned k = 0; k < LLVMCountIncoming(i); k++)
            add_all(p, n, node_of(p, LLVMGetIncomingValue(i, k)));
        break;
    case LLVMAdd:
    case LLVMSub:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMMul:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        n = node_of(p, i);
        smear(p, n, node_of(p, LLVMGetOperand(i, 0)));
        smear(p, n, node_of(p, LLVMGetOperand(i, 1)));
        break;
    case LLVMLoad:
        load(p, node_of(p, i), node_of(p, LLVMGetOperand(i, 0)), type_store_size(f, LLVMTypeOf(i)));
        break;
    case LLVMStore:
        store(p, node_of(p, LLVMGetOperand(i, 0)), node_of(p, LLVMGetOperand(i, 1)),
              type_store_size(f, LLVMTypeOf(LLVMGetOperand(i, 0))));
        break;
    case LLVMAtomicCmpXchg: {
        uint64_t width = type_store_size(f, LLVMTypeOf(LLVMGetOperand(i, 1)));
        load(p, node_of(p, i), node_of(p, LLVMGetOperand(i, 0)), width);
        store(p, node_of(p, LLVMGetOperand(i, 2)), node_of(p, LLVMGetOperand(i, 0)), width);
        break;
    }
    case LLVMAtomicRMW: {
        uint64_t width = type_store_size(f, LLVMTypeOf(i));
        uint32_t value = node_of(p, LLVMGetOperand(i, 1));
        load(p, node_of(p, i), node_of(p, LLVMGetOperand(i, 0)), width);
        n = node_of(p, i);
        if (LLVMGetAtomicRMWBinOp(i) != LLVMAtomicRMWBinOpXchg) {
            smear(p, value, n); /* coarse: what is stored comes from both */
            smear(p, value, value);
        }
        store(p, value, node_of(p, LLVMGetOperand(i, 0)), width);
        break;
    }
    case LLVMCall:
        if (!is_debug_call(i))
            call(p, i, function);
        break;
    case LLVMRet:
        if (LLVMGetNumOperands(i)) {
            n = return_node(p, function);
            add_all(p, n, node_of(p, LLVMGetOperand(i, 0)));
        }
        break;
    default:
        break;
    }
}

/* Used other than by being called: compared, for one. */
static bool has_address(LLVMValueRef function)
{
    each_use(u, function)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function)
            return true;
    }
    return false;
}

struct pointsto *pointsto_run(struct front *f)
{
    struct pointsto *p = NEW(struct pointsto);
    p->places.front = f;
    p->results = new_node(p);
    make_live(p, f->main);
    each_global(g, f->module) if (!LLVMIsThreadLocal(g))
    {
        uint32_t object = places_object(&p->places, OBJECT_GLOBAL, g, NULL);
        if (LLVMGetInitializer(g))
            initialiser(p, object, 0, LLVMGetInitializer(g));
    }
    each_function(fn, f->module) if (has_address(fn)) places_object(&p->places, OBJECT_FUNCTION, fn, NULL);
    do {
        p->changed = false;
        for (uint32_t k = 0; k < p->live.size; k++)
            each_block(b, p->live.data[k]) each_instruction(i, b) instruction(p, i, p->live.data[k]);
    } while (p->changed);
    find_escapes(p);
    return p;
}

void pointsto_free(struct pointsto *p)
{
    vector_each(u32_vector *, s, &p->sets) vector_free(s);
    vector_free(&p->sets);
    vector_free(&p->memory);
    vector_free(&p->live);
    vector_free(&p->threads);
    vector_free(&p->places.objects);
    map_free(&p->node_of);
    map_free(&p->content_of);
    map_free(&p->live_set);
    map_free(&p->returns);
    map_free(&p->places.object_of);
    intern_free(&p->places.table);
    mem_free(p);
}

const u32_vector *pointsto_of(struct pointsto *p, LLVMValueRef v)
{
    uint32_t n = node_of(p, v); /* may move the sets */
    return &p->sets.data[n];
}

const u32_vector *pointsto_returned(struct pointsto *p, LLVMValueRef function)
{
    uint32_t n = return_node(p, function);
    return &p->sets.data[n];
}
