/* The points-to analysis: plain rounds over all instructions until nothing changes. */
#include "frontend/pointsto_sets.h"

#include "base/text.h"
#include "frontend/outline.h"

static bool is_pointer(LLVMTypeRef t) { return LLVMGetTypeKind(t) == LLVMPointerTypeKind; }

static bool has_pointer(LLVMTypeRef t)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++)
            if (has_pointer(LLVMStructGetTypeAtIndex(t, i)))
                return true;
        return false;
    case LLVMArrayTypeKind: return has_pointer(LLVMGetElementType(t));
    default: return is_pointer(t);
    }
}

static bool direct_base(LLVMValueRef v)
{
    while (LLVMIsAGetElementPtrInst(v) || (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr))
        v = LLVMGetOperand(v, 0);
    return LLVMIsAGlobalValue(v) || LLVMIsAAllocaInst(v) || LLVMIsACallInst(v);
}

static void index_places(struct pointsto *p, uint32_t node, LLVMValueRef gep)
{
    points_indexed(p, node, gep, direct_base(LLVMGetOperand(gep, 0)));
}

/* The first page and the last one, which no system gives: members of a structure at address 0 lie there, and numbers of errors that stand
 * for a pointer, such as MAP_FAILED. */
static bool is_no_memory(const struct pointsto *p, LLVMValueRef number)
{
    enum { PAGE = 4096 };
    if (!LLVMIsAConstantInt(number) || LLVMGetIntTypeWidth(LLVMTypeOf(number)) > 64)
        return false;
    bool whole = LLVMGetIntTypeWidth(LLVMTypeOf(number)) == 8 * p->places.front->pointer_bytes;
    return LLVMConstIntGetZExtValue(number) < PAGE ||
           (whole && LLVMConstIntGetSExtValue(number) >= -PAGE && LLVMConstIntGetSExtValue(number) < 0);
}

static void constant_places(struct pointsto *p, uint32_t node, LLVMValueRef v)
{
    if (LLVMIsAFunction(v)) {
        points_add(p, node, place_exact(&p->places, places_object(&p->places, OBJECT_FUNCTION, v, NULL), 0));
    } else if (LLVMIsAGlobalVariable(v)) {
        if (!LLVMIsThreadLocal(v)) /* otherwise through llvm.threadlocal.address */
            points_add(p, node, place_exact(&p->places, places_object(&p->places, OBJECT_GLOBAL, v, NULL), 0));
    } else if (LLVMIsAGlobalAlias(v)) {
        points_include(p, node, pointsto_node(p, LLVMAliasGetAliasee(v)));
    } else if (LLVMIsAConstantExpr(v)) {
        switch (LLVMGetConstOpcode(v)) {
        case LLVMGetElementPtr: index_places(p, node, v); break;
        case LLVMIntToPtr:
            if (!is_no_memory(p, LLVMGetOperand(v, 0)))
                points_elsewhere(p, node);
            points_include(p, node, pointsto_node(p, LLVMGetOperand(v, 0)));
            break;
        case LLVMBitCast:
        case LLVMPtrToInt:
        case LLVMAddrSpaceCast: points_include(p, node, pointsto_node(p, LLVMGetOperand(v, 0))); break;
        default:
            for (int i = 0; i < LLVMGetNumOperands(v); i++)
                points_smear(p, node, pointsto_node(p, LLVMGetOperand(v, (unsigned)i)));
        }
    }
}

uint32_t pointsto_node(struct pointsto *p, LLVMValueRef v)
{
    uint64_t found;
    if (map_get(&p->node_of, map_pointer_key(v), &found))
        return (uint32_t)found;
    uint32_t node = points_node(p);
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
    uint32_t node = points_node(p);
    map_put(&p->returns, map_pointer_key(function), node);
    return node;
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
        uint32_t node = pointsto_node(p, v);
        if (p->set_of.data[node])
            points_include(p, points_memory(p, place_exact(&p->places, object, offset), type_store_size(f, t)), node);
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
        points_include(p, pointsto_node(p, LLVMGetParam(function, i)), pointsto_node(p, LLVMGetArgOperand(call, i)));
    points_include(p, pointsto_node(p, call), return_node(p, function));
}

static void create_thread(struct pointsto *p, LLVMValueRef call)
{
    u32_vector targets = *pointsto_of(p, LLVMGetArgOperand(call, 0));
    for (uint32_t i = 0; i < targets.size; i++) {
        const struct place *q = place_get(&p->places, targets.data[i]);
        const struct object *o = &p->places.objects.data[q->object];
        if (o->kind != OBJECT_FUNCTION || !is_defined(o->value))
            continue;
        LLVMValueRef function = o->value;
        bool known = false;
        vector_each(LLVMValueRef *, t, &p->threads)
            known |= *t == function;
        if (!known) {
            vector_push(&p->threads, function);
            p->changed = true;
        }
        make_live(p, function);
        if (LLVMCountParams(function))
            points_include(p, pointsto_node(p, LLVMGetParam(function, 0)), pointsto_node(p, LLVMGetArgOperand(call, 1)));
        points_include(p, p->results, return_node(p, function));
    }
}

static void call_pointer(struct pointsto *p, LLVMValueRef call, uint32_t pointer)
{
    u32_vector targets = *pointsto_at(p, pointer);
    vector_each(const uint32_t *, x, &targets) {
        const struct object *o = &p->places.objects.data[place_get(&p->places, *x)->object];
        if (o->kind == OBJECT_FUNCTION)
            call_function(p, call, o->value);
    }
}

static void call(struct pointsto *p, LLVMValueRef i, LLVMValueRef function, bool first)
{
    const char *name = called_name(i);
    LLVMValueRef callee = called_function(i);
    if (!callee) {
        LLVMValueRef pointer = LLVMGetCalledValue(i);
        if (LLVMIsAInlineAsm(pointer))
            return;
        call_pointer(p, i, pointsto_node(p, pointer));
    } else if (allocates(i)) {
        points_add(p, pointsto_node(p, i), place_exact(&p->places, places_object(&p->places, OBJECT_HEAP, i, function), 0));
    } else if (strcmp(name, "__heddle_create") == 0) {
        create_thread(p, i);
    } else if (strcmp(name, "__heddle_join") == 0) {
        points_include(p, pointsto_node(p, i), p->results);
    } else if (strcmp(name, "__heddle_exit") == 0) {
        points_include(p, p->results, pointsto_node(p, LLVMGetArgOperand(i, 0)));
    } else if (strcmp(name, "__heddle_havoc") == 0) {
        points_any_contents(p, pointsto_node(p, LLVMGetArgOperand(i, 0)), pointsto_node(p, LLVMGetArgOperand(i, 3)), false);
    } else if (strcmp(name, "__heddle_reach") == 0) {
        points_reach(p, i, first);
    } else if (strcmp(name, "__heddle_open_ended") == 0) {
        uint32_t to = pointsto_node(p, i), from = pointsto_node(p, LLVMGetArgOperand(i, 0));
        points_include(p, to, from);
        points_into_library(p, to);
    } else if (starts_with(name, "llvm.memcpy") || starts_with(name, "llvm.memmove")) {
        LLVMValueRef size = LLVMIsAConstantInt(LLVMGetArgOperand(i, 2));
        uint32_t to = pointsto_node(p, LLVMGetArgOperand(i, 0)), from = pointsto_node(p, LLVMGetArgOperand(i, 1));
        points_copy(p, to, from, size ? LLVMConstIntGetZExtValue(size) : LARGEST_OBJECT);
    } else if (starts_with(name, "llvm.ptrmask.")) {
        uint32_t to = pointsto_node(p, i), from = pointsto_node(p, LLVMGetArgOperand(i, 0));
        points_smear(p, to, from);
    } else if (starts_with(name, "llvm.threadlocal.address")) {
        LLVMValueRef global = LLVMGetArgOperand(i, 0);
        /* Once a thread, and a function is a kind of thread; in an outline procedures share what their thread has. */
        uint32_t object = places_object(&p->places, OBJECT_THREAD_LOCAL, global, p->places.front->wide ? NULL : function);
        points_add(p, pointsto_node(p, i), place_exact(&p->places, object, 0));
        if (first && LLVMIsAGlobalVariable(global) && LLVMGetInitializer(global))
            initialiser(p, object, 0, LLVMGetInitializer(global));
    } else if (is_pointer(LLVMTypeOf(i)) && !is_defined(callee) && !starts_with(name, "__heddle_undefined.")) {
        points_elsewhere(p, pointsto_node(p, i));
    } else if (!p->places.front->wide || !outline_keeps_call(name)) {
        call_function(p, i, callee);
    }
}

static void exchange(struct pointsto *p, LLVMValueRef i)
{
    uint32_t pointer = pointsto_node(p, LLVMGetOperand(i, 0)), value = pointsto_node(p, LLVMGetOperand(i, 1)),
             old = pointsto_node(p, i);
    uint64_t width = type_store_size(p->places.front, LLVMTypeOf(i));
    points_load(p, old, pointer, width);
    if (LLVMGetAtomicRMWBinOp(i) != LLVMAtomicRMWBinOpXchg) {
        points_smear(p, value, old); /* coarse: what is stored comes from both */
        points_smear(p, value, value);
    }
    points_store(p, value, pointer, width);
}

static void compare_exchange(struct pointsto *p, LLVMValueRef i)
{
    uint32_t pointer = pointsto_node(p, LLVMGetOperand(i, 0)), value = pointsto_node(p, LLVMGetOperand(i, 2)),
             old = pointsto_node(p, i);
    uint64_t width = type_store_size(p->places.front, LLVMTypeOf(LLVMGetOperand(i, 1)));
    points_load(p, old, pointer, width);
    points_store(p, value, pointer, width);
}

/* Instructions that hand on the places of their operands: the first ones, up to this many; -1 for all. */
static int operands_handed_on(LLVMOpcode opcode)
{
    switch (opcode) {
    case LLVMBitCast:
    case LLVMIntToPtr:
    case LLVMPtrToInt:
    case LLVMAddrSpaceCast:
    case LLVMFreeze:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMExtractValue: return 1;
    case LLVMSelect:
    case LLVMInsertValue:
    case LLVMPHI: return -1;
    default: return 0;
    }
}

/* The binary operators, numbered in a row; floating values carry no places. */
static bool is_arithmetic(LLVMOpcode opcode) { return opcode >= LLVMAdd && opcode <= LLVMXor; }

static bool is_address(LLVMValueRef v)
{
    return LLVMIsAPtrToIntInst(v) || (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMPtrToInt);
}

/* What arithmetic does to addresses. In an outline, products, quotients and remainders are none: `table[address % SIZE]` would otherwise lead to whatever lies around;
 * and what is too narrow for one, such as parts of it, at most the address that it was. (A pointer made of a number may point elsewhere, too.) What lies between two
 * addresses is a distance: that every size that was computed with `end - begin` might be an address would let all memory where sizes are kept lead there. */
static void compute(struct pointsto *p, LLVMValueRef i, LLVMOpcode opcode)
{
    const struct front *f = p->places.front;
    bool moves = opcode == LLVMAdd || opcode == LLVMSub || opcode >= LLVMShl;
    bool narrow = f->wide && type_store_size(f, LLVMTypeOf(i)) < f->pointer_bytes;
    bool distance = f->wide && opcode == LLVMSub && is_address(LLVMGetOperand(i, 0)) && is_address(LLVMGetOperand(i, 1));
    for (unsigned k = 0; k < 2 && (moves || !f->wide); k++) {
        uint32_t to = pointsto_node(p, i), from = pointsto_node(p, LLVMGetOperand(i, k)),
                 other = pointsto_node(p, LLVMGetOperand(i, 1 - k));
        if (distance)
            points_distance(p, to, from);
        else if (narrow)
            points_include_part(p, to, from);
        else if (f->wide)
            points_moved(p, to, from, other);
        else
            points_smear(p, to, from);
    }
}

static void find_operands(struct pointsto *p, struct looked *l)
{
    l->operands = p->operands.size;
    for (int k = 0; k < LLVMGetNumOperands(l->at); k++) {
        LLVMValueRef v = LLVMGetOperand(l->at, (unsigned)k);
        if (!LLVMValueIsBasicBlock(v))
            vector_push(&p->operands, pointsto_node(p, v));
    }
    l->operand_count = p->operands.size - l->operands;
}

/* Whether what it makes of its operands may be more than when it was last looked at. What calls do depends on more than that. */
static bool has_news(struct pointsto *p, struct looked *l)
{
    bool reads = l->opcode == LLVMLoad || l->opcode == LLVMAtomicRMW || l->opcode == LLVMAtomicCmpXchg;
    if (!l->looked_at || l->opcode == LLVMCall || (reads && p->last_stored > l->last))
        return true;
    if (l->operands == NONE)
        find_operands(p, l);
    for (uint32_t k = 0; k < l->operand_count; k++)
        if (points_grown(p, p->operands.data[l->operands + k], l->last))
            return true;
    return false;
}

/* The instructions of a function that is live from now on. */
static void list_instructions(struct pointsto *p, LLVMValueRef function)
{
    const struct front *f = p->places.front;
    each_block(b, function) each_instruction(i, b)
    {
        LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
        bool carries =
            !f->wide || LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMIntegerTypeKind || map_get(&p->carriers, map_pointer_key(i), NULL);
        if ((carries || opcode == LLVMCall || opcode == LLVMAtomicRMW) && !is_debug_call(i))
            vector_push(&p->instructions, (struct looked){.at = i, .function = function, .opcode = opcode, .operands = NONE});
    }
}

static void instruction(struct pointsto *p, uint32_t number)
{
    struct front *f = p->places.front;
    struct looked *l = &p->instructions.data[number];
    if (!has_news(p, l))
        return;
    LLVMValueRef i = l->at, function = l->function;
    LLVMOpcode opcode = l->opcode;
    bool first = !l->looked_at;
    l->looked_at = true;
    l->last = p->clock;
    int handed_on = operands_handed_on(opcode) < 0 ? LLVMGetNumOperands(i) : operands_handed_on(opcode);
    for (int k = 0; k < handed_on; k++) {
        uint32_t to = pointsto_node(p, i), from = pointsto_node(p, LLVMGetOperand(i, (unsigned)k));
        (opcode == LLVMTrunc ? points_include_part : points_include)(p, to, from);
    }
    if (is_arithmetic(opcode))
        compute(p, i, opcode);
    switch (opcode) {
    case LLVMIntToPtr: points_elsewhere(p, pointsto_node(p, i)); break;
    case LLVMAlloca:
        points_add(p, pointsto_node(p, i), place_exact(&p->places, places_object(&p->places, OBJECT_STACK, i, function), 0));
        break;
    case LLVMGetElementPtr: index_places(p, pointsto_node(p, i), i); break;
    case LLVMLoad:
        points_load(p, pointsto_node(p, i), pointsto_node(p, LLVMGetOperand(i, 0)), type_store_size(f, LLVMTypeOf(i)));
        break;
    case LLVMStore:
        points_store(p, pointsto_node(p, LLVMGetOperand(i, 0)), pointsto_node(p, LLVMGetOperand(i, 1)),
                     type_store_size(f, LLVMTypeOf(LLVMGetOperand(i, 0))));
        break;
    case LLVMAtomicCmpXchg: compare_exchange(p, i); break;
    case LLVMAtomicRMW: exchange(p, i); break;
    case LLVMCall: call(p, i, function, first); break;
    case LLVMRet:
        if (LLVMGetNumOperands(i)) {
            uint32_t to = return_node(p, function), from = pointsto_node(p, LLVMGetOperand(i, 0));
            points_include(p, to, from);
        }
        break;
    default: break;
    }
}

struct pointsto *pointsto_run(struct front *f)
{
    struct pointsto *p = NEW(struct pointsto);
    p->places.front = f;
    p->results = points_node(p);
    p->outside = points_node(p);
    p->nothing = points_node(p);
    make_live(p, f->main);
    if (f->wide)
        find_carriers(f, &p->carriers);
    each_global(g, f->module) if (!LLVMIsThreadLocal(g))
    {
        uint32_t object = places_object(&p->places, OBJECT_GLOBAL, g, NULL);
        if (LLVMGetInitializer(g))
            initialiser(p, object, 0, LLVMGetInitializer(g));
        else if (p->places.objects.data[object].size && has_pointer(LLVMGlobalGetValueType(g)))
            points_elsewhere(p, points_memory(p, place_anywhere(&p->places, object), 1));
    }
    each_function(fn, f->module) if (has_address_taken(fn)) places_object(&p->places, OBJECT_FUNCTION, fn, NULL);
    uint32_t listed = 0;
    do {
        p->changed = false;
        for (uint32_t k = 0; k < p->instructions.size || listed < p->live.size; k++) {
            while (k == p->instructions.size && listed < p->live.size)
                list_instructions(p, p->live.data[listed++]);
            if (k < p->instructions.size)
                instruction(p, k);
        }
    } while (p->changed);
    find_escapes(p);
    return p;
}

void pointsto_free(struct pointsto *p)
{
    place_sets_free(&p->sets);
    vector_free(&p->set_of);
    vector_free(&p->memory);
    vector_free(&p->live);
    vector_free(&p->threads);
    vector_free(&p->places.objects);
    map_free(&p->node_of);
    map_free(&p->content_of);
    map_free(&p->live_set);
    map_free(&p->returns);
    map_free(&p->carriers);
    vector_free(&p->stamps);
    vector_free(&p->stored);
    vector_free(&p->instructions);
    vector_free(&p->operands);
    intern_free(&p->done);
    vector_free(&p->done_at);
    vector_free(&p->reads);
    map_free(&p->places.object_of);
    intern_free(&p->places.table);
    mem_free(p);
}

const u32_vector *pointsto_of(struct pointsto *p, LLVMValueRef v) { return pointsto_at(p, pointsto_node(p, v)); }

const u32_vector *pointsto_returned(struct pointsto *p, LLVMValueRef function) { return pointsto_at(p, return_node(p, function)); }

uint32_t pointsto_set(struct pointsto *p, LLVMValueRef v)
{
    uint32_t node = pointsto_node(p, v); /* may move the table */
    return p->set_of.data[node];
}
