/* Objects, places and addresses of an outline, from the points-to analysis. */
#include "frontend/outline_parts.h"
#include "frontend/regions.h"

enum { MOST_FILLED = 64 }; /* parts of one global; with more of them all of it counts as one */

static void add_filled(struct outliner *b, uint32_t object, uint64_t first, uint64_t end)
{
    vector_push(&b->out->filled, (struct outline_place){.object = object, .first = first, .stride = 1, .end = end});
}

/* The bytes of a constant that may be other than zero. */
static void find_filled(struct outliner *b, struct outline_object *o, uint32_t object, uint64_t offset, LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    uint64_t size = kind == LLVMArrayTypeKind ? type_size(b->front, LLVMGetElementType(t)) : 0;
    if (LLVMIsNull(v) || b->out->filled.size - o->filled > MOST_FILLED)
        return;
    if ((kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind) || LLVMIsAConstantDataSequential(v) || LLVMIsUndef(v) ||
        LLVMIsAConstantExpr(v)) {
        add_filled(b, object, offset, offset + type_size(b->front, t));
        return;
    }
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(v); k++)
        find_filled(b, o, object, offset + (size ? k * size : LLVMOffsetOfElement(b->front->layout, t, k)), LLVMGetOperand(v, k));
}

static void fill(struct outliner *b, uint32_t object, LLVMValueRef initial)
{
    struct outline_object *o = &b->out->objects.data[object];
    o->filled = b->out->filled.size;
    find_filled(b, o, object, 0, initial);
    if (b->out->filled.size - o->filled > MOST_FILLED) {
        b->out->filled.size = o->filled;
        add_filled(b, object, 0, o->size);
    }
    o->filled_count = b->out->filled.size - o->filled;
}

uint32_t outline_object_number(struct outliner *b, uint32_t object)
{
    assert(object < b->pointsto->places.objects.size);
    uint64_t known;
    if (map_get(&b->object_of, object, &known))
        return (uint32_t)known;
    const struct object *o = &b->pointsto->places.objects.data[object];
    static const uint8_t kinds[] = {OUTLINE_GLOBAL, OUTLINE_THREAD_LOCAL, OUTLINE_STACK, OUTLINE_HEAP, OUTLINE_FUNCTION};
    struct outline_object made = {.kind = kinds[o->kind],
                                  .constant = o->kind == OBJECT_GLOBAL && LLVMIsGlobalConstant(o->value),
                                  .zeroed = o->kind == OBJECT_GLOBAL && LLVMGetInitializer(o->value) &&
                                            LLVMIsNull(LLVMGetInitializer(o->value)),
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
    if (made.kind == OUTLINE_GLOBAL && !made.zeroed && LLVMGetInitializer(o->value))
        fill(b, id, LLVMGetInitializer(o->value));
    return id;
}

/* The end of the array of numbers in a structure that an address at this offset leads into: 0 if there is none, or if the address may as well be that of a structure. Types with names have
 * the layout that C gives them; others (of initial values) may lack structures. */
static uint64_t array_end(const struct front *f, LLVMTypeRef t, uint64_t at)
{
    uint64_t start = 0;
    while (LLVMGetTypeKind(t) == LLVMStructTypeKind && LLVMGetStructName(t) && at - start < type_size(f, t)) {
        unsigned k = LLVMElementAtOffset(f->layout, t, at - start);
        uint64_t offset = LLVMOffsetOfElement(f->layout, t, k);
        t = LLVMStructGetTypeAtIndex(t, k);
        start += offset;
        if (offset && LLVMGetTypeKind(t) == LLVMArrayTypeKind && LLVMGetTypeKind(LLVMGetElementType(t)) == LLVMIntegerTypeKind)
            return at - start < type_size(f, t) ? start + type_size(f, t) : 0;
    }
    return 0;
}

static void add_place(struct outliner *b, const struct place *p)
{
    const struct object *o = &b->pointsto->places.objects.data[p->object];
    bool typed = (o->kind == OBJECT_GLOBAL || o->kind == OBJECT_STACK) && o->type && o->size == type_size(b->front, o->type);
    uint64_t within = typed && p->first < o->size ? array_end(b->front, o->type, p->first) : 0;
    vector_push(&b->out->places,
                (struct outline_place){.object = outline_object_number(b, p->object),
                                       .first = p->first,
                                       .stride = p->stride,
                                       .end = p->stride ? p->end : p->first + 1,
                                       .within = within && (!p->stride || p->end <= within) ? within : 0,
                                       .inner = p->inner,
                                       .room = place_room(p),
                                       .member = arena_strdup(&b->out->arena, member_name(b->front, o, p->first, false))});
}

static void places_of(struct outliner *b, LLVMValueRef v, struct outline_address *a)
{
    uint32_t set = pointsto_set(b->pointsto, v);
    uint64_t known;
    if (!map_get(&b->places_of, set, &known)) {
        uint32_t first = b->out->places.size;
        const u32_vector *places = places_set_members(&b->pointsto->sets, set);
        vector_each(const uint32_t *, x, places) {
            const struct place *p = place_get(&b->pointsto->places, *x);
            if (!p->distance)
                add_place(b, p);
        }
        known = (uint64_t)first << 32 | (b->out->places.size - first);
        map_put(&b->places_of, set, known);
    }
    a->places = (uint32_t)(known >> 32);
    a->place_count = (uint32_t)known;
}

uint64_t outline_bytes_behind(const struct front *f, LLVMValueRef pointer)
{
    if (!LLVMIsAGetElementPtrInst(pointer))
        return 0;
    LLVMTypeRef t = LLVMGetGEPSourceElementType(pointer);
    uint64_t bytes = 0;
    bool in_structure = false;
    for (int k = 2; k < LLVMGetNumOperands(pointer); k++) {
        LLVMValueRef index = LLVMIsAConstantInt(LLVMGetOperand(pointer, (unsigned)k));
        if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
            t = LLVMStructGetTypeAtIndex(t, (unsigned)LLVMConstIntGetZExtValue(index));
            in_structure = true;
            bytes = LLVMGetTypeKind(t) == LLVMArrayTypeKind && LLVMGetArrayLength2(t) > 1 ? type_size(f, t) : 0;
        } else {
            t = LLVMGetElementType(t);
            uint64_t before = index ? LLVMConstIntGetZExtValue(index) * type_size(f, t) : 0;
            bytes = bytes > before ? bytes - before : 0;
        }
    }
    return in_structure ? bytes : 0;
}

uint32_t outline_value_number(struct outliner *b, LLVMValueRef v)
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

/* --- origins --- */

static bool reaches_itself(LLVMBasicBlockRef block)
{
    struct map seen = {0};
    VECTOR(LLVMBasicBlockRef) todo = {0};
    bool found = false;
    vector_push(&todo, block);
    while (todo.size && !found) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(vector_pop(&todo));
        for (unsigned k = 0; k < LLVMGetNumSuccessors(last); k++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(last, k);
            found |= next == block;
            if (!map_get(&seen, map_pointer_key(next), NULL)) {
                map_put(&seen, map_pointer_key(next), 1);
                vector_push(&todo, next);
            }
        }
    }
    map_free(&seen);
    vector_free(&todo);
    return found;
}

/* A value that means one address as long as the procedure runs. */
static bool is_lasting(LLVMValueRef v)
{
    return LLVMIsAArgument(v) ||
           ((LLVMIsAAllocaInst(v) || calls(v, "__heddle_alloc")) && !reaches_itself(LLVMGetInstructionParent(v)));
}

/* The one value that a phi or a choice is made from, by indexing and further choices, or itself if there are several; null does not count. */
static LLVMValueRef origin_of(LLVMValueRef choice)
{
    enum { MOST = 64 };
    LLVMValueRef seen[MOST], found = NULL;
    unsigned count = 1;
    seen[0] = choice;
    for (unsigned n = 0; n < count; n++) {
        for (int k = LLVMIsASelectInst(seen[n]) ? 1 : 0; k < LLVMGetNumOperands(seen[n]); k++) {
            LLVMValueRef v = LLVMGetOperand(seen[n], (unsigned)k);
            while (LLVMIsAGetElementPtrInst(v))
                v = LLVMGetOperand(v, 0);
            bool known = LLVMIsNull(v) || LLVMIsUndef(v) || v == found;
            for (unsigned m = 0; m < count; m++)
                known |= seen[m] == v;
            if (known)
                continue;
            bool further = LLVMIsAPHINode(v) || LLVMIsASelectInst(v);
            if (further ? count == MOST : found || !is_lasting(v))
                return choice;
            if (further)
                seen[count++] = v;
            else
                found = v;
        }
    }
    return found ? found : choice;
}

/* What a pointer is made from by indexing, or by way of a number and back (`(struct s *)(int)malloc(n)`): where a part of the address is lost on the way, it leads into no object. */
static LLVMValueRef behind_indexing(LLVMValueRef pointer)
{
    for (;;) {
        LLVMValueRef number = LLVMIsAIntToPtrInst(pointer) ? LLVMGetOperand(pointer, 0) : NULL;
        while (number && (LLVMIsATruncInst(number) || LLVMIsASExtInst(number) || LLVMIsAZExtInst(number)))
            number = LLVMGetOperand(number, 0);
        if (number ? !LLVMIsAPtrToIntInst(number) : !LLVMIsAGetElementPtrInst(pointer))
            return pointer;
        pointer = LLVMGetOperand(number ? number : pointer, 0);
    }
}

bool outline_comes_back(LLVMValueRef number)
{
    each_use(u, number)
    {
        LLVMValueRef user = LLVMGetUser(u);
        bool cast = LLVMIsATruncInst(user) || LLVMIsASExtInst(user) || LLVMIsAZExtInst(user);
        if (cast ? !outline_comes_back(user) : !LLVMIsAICmpInst(user) && !LLVMIsAIntToPtrInst(user))
            return false;
    }
    return true;
}

LLVMValueRef outline_root_of(struct outliner *b, LLVMValueRef pointer)
{
    uint64_t known;
    pointer = behind_indexing(pointer);
    if ((!LLVMIsAPHINode(pointer) && !LLVMIsASelectInst(pointer)) || LLVMGetTypeKind(LLVMTypeOf(pointer)) != LLVMPointerTypeKind)
        return pointer;
    if (!map_get(&b->root_of, map_pointer_key(pointer), &known)) {
        known = map_pointer_key(origin_of(pointer));
        map_put(&b->root_of, map_pointer_key(pointer), known);
    }
    return (LLVMValueRef)(uintptr_t)known;
}

/* --- null --- */

enum { MOST_CHOICES = 64 };

/* What a call that may run passes as a parameter; NULL if it does not run. */
static LLVMValueRef passed_by(struct outliner *b, LLVMValueRef call, LLVMValueRef parameter)
{
    LLVMValueRef in = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)), function = LLVMGetParamParent(parameter);
    if (!map_get(&b->pointsto->live_set, map_pointer_key(in), NULL))
        return NULL;
    for (unsigned k = 0; k < LLVMGetNumArgOperands(call); k++)
        if (LLVMGetParam(function, k) == parameter)
            return LLVMGetArgOperand(call, k);
    return parameter;
}

struct choices {
    LLVMValueRef all[MOST_CHOICES];
    unsigned count;
    bool too_many;
};

static void add_choice(struct choices *c, LLVMValueRef v)
{
    for (unsigned k = 0; k < c->count; k++)
        if (c->all[k] == v)
            return;
    c->too_many |= c->count == MOST_CHOICES;
    if (v && !c->too_many)
        c->all[c->count++] = v;
}

bool outline_is_null(struct outliner *b, LLVMValueRef pointer)
{
    struct choices c = {{pointer}, 1, false};
    for (unsigned n = 0; n < c.count; n++) {
        LLVMValueRef v = c.all[n];
        int64_t offset = 0;
        while (LLVMIsAGetElementPtrInst(v) && constant_offset(b->front, v, &offset))
            v = LLVMGetOperand(v, 0);
        bool choice = LLVMIsAPHINode(v) || LLVMIsASelectInst(v);
        if (LLVMIsNull(v))
            continue;
        if (!choice && (!LLVMIsAArgument(v) || has_address_taken(LLVMGetParamParent(v)) || LLVMGetParamParent(v) == b->front->main))
            return false;
        for (int k = LLVMIsASelectInst(v) ? 1 : 0; choice && k < LLVMGetNumOperands(v); k++)
            add_choice(&c, LLVMGetOperand(v, (unsigned)k));
        if (!choice)
            each_use(u, LLVMGetParamParent(v)) add_choice(&c, passed_by(b, LLVMGetUser(u), v));
    }
    return !c.too_many;
}

/* --- addresses --- */

bool outline_leads_of(struct outliner *b, LLVMValueRef value, struct outline_address *out)
{
    const u32_vector *set = pointsto_of(b->pointsto, value);
    *out = nowhere;
    vector_each(const uint32_t *, p, set)
        if (place_get(&b->pointsto->places, *p)->distance)
            return false;
    places_of(b, value, out);
    return true;
}

struct outline_address outline_address_of(struct outliner *b, LLVMValueRef pointer)
{
    struct outline_address a = nowhere;
    places_of(b, pointer, &a);
    struct outline_sum sum;
    outline_sum_of(b->front, pointer, &sum, &a.offset);
    a.base = outline_number_of_sum(b, &sum);
    a.root = outline_number_if_value(b, outline_root_of(b, sum.base));
    return a;
}
