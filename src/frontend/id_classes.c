#include "frontend/id_classes.h"

#include <assert.h>

/* --- classes --- */

static uint32_t new_class(struct ids *s)
{
    uint32_t number = s->all.size;
    vector_push(&s->all, (struct value_class){.parent = number, .content = NONE});
    return number;
}

uint32_t ids_of_key(struct ids *s, uint64_t key)
{
    uint64_t number;
    if (!map_get(&s->number_of, key, &number)) {
        number = new_class(s);
        map_put(&s->number_of, key, number);
    }
    return (uint32_t)number;
}

struct value_class *ids_at(struct ids *s, uint32_t number)
{
    assert(number < s->all.size);
    while (s->all.data[number].parent != number)
        number = s->all.data[number].parent = s->all.data[s->all.data[number].parent].parent;
    return &s->all.data[number];
}

uint32_t ids_content(struct ids *s, uint32_t number)
{
    if (ids_at(s, number)->content == NONE) {
        uint32_t content = new_class(s);
        ids_at(s, number)->content = content;
    }
    return ids_at(s, number)->content;
}

void ids_unite(struct ids *s, uint32_t a, uint32_t b)
{
    while (a != NONE && b != NONE) {
        struct value_class *x = ids_at(s, a), *y = ids_at(s, b);
        if (x == y)
            return;
        y->parent = x->parent;
        x->width = x->width > y->width ? x->width : y->width;
        x->id |= y->id;
        x->is_key |= y->is_key;
        x->is_plain |= y->is_plain;
        a = x->content;
        b = y->content;
        x->content = a == NONE ? b : a;
    }
}

/* --- values --- */

static bool is_gep(LLVMValueRef v)
{
    return LLVMIsAGetElementPtrInst(v) || (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr);
}

uint64_t ids_member_key(LLVMTypeRef type, unsigned number)
{
    assert(LLVMGetTypeKind(type) == LLVMStructTypeKind && number < LLVMCountStructElementTypes(type));
    return map_pointer_key(type) + number + 2;
}

/* The innermost member of a structure that the address is of; 0: there is none. */
static uint64_t member_of(LLVMValueRef gep)
{
    assert(is_gep(gep));
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    uint64_t member = 0;
    for (unsigned k = 2; k < (unsigned)LLVMGetNumOperands(gep); k++) {
        LLVMValueRef index = LLVMGetOperand(gep, k);
        if (LLVMGetTypeKind(type) != LLVMStructTypeKind) {
            type = LLVMGetElementType(type);
            continue;
        }
        unsigned number = (unsigned)LLVMConstIntGetZExtValue(index);
        member = ids_member_key(type, number);
        type = LLVMStructGetTypeAtIndex(type, number);
    }
    return member;
}

bool ids_may_be(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMPointerTypeKind || (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) >= LEAST_BITS);
}

unsigned ids_width(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0; }

/* The class of a value; NONE: it is a constant of no interest. */
uint32_t ids_class(struct ids *s, LLVMValueRef v)
{
    bool is_new = !map_get(&s->number_of, map_pointer_key(v), NULL);
    if (LLVMIsAConstantExpr(v) && !is_gep(v))
        return LLVMGetNumOperands(v) == 1 ? ids_class(s, LLVMGetOperand(v, 0)) : NONE;
    if (LLVMIsAConstant(v) && !LLVMIsAGlobalValue(v) && !is_gep(v))
        return NONE;
    uint32_t number = ids_of_key(s, map_pointer_key(v));
    if (!is_new || !is_gep(v))
        return number;
    uint32_t base = ids_class(s, LLVMGetOperand(v, 0));
    LLVMTypeRef type = LLVMGetGEPSourceElementType(v);
    uint64_t member = member_of(v);
    if (base != NONE && LLVMGetTypeKind(type) == LLVMStructTypeKind)
        vector_push(&s->typed, (struct typed){base, type});
    if (member)
        ids_unite(s, ids_content(s, number), ids_of_key(s, member));
    else
        ids_unite(s, number, base);
    return number;
}

bool ids_has_key(struct ids *s, LLVMValueRef v) { return ids_has(s, v) && ids_at(s, ids_class(s, v))->is_key; }

bool ids_has(struct ids *s, LLVMValueRef v)
{
    uint32_t number = ids_may_be(LLVMTypeOf(v)) ? ids_class(s, v) : NONE;
    return number != NONE && ids_at(s, number)->id;
}

static void unite_values(struct ids *s, LLVMValueRef a, LLVMValueRef b)
{
    if (ids_may_be(LLVMTypeOf(b)) || LLVMGetTypeKind(LLVMTypeOf(b)) == LLVMStructTypeKind)
        ids_unite(s, ids_class(s, a), ids_class(s, b));
}

/* Something is loaded or stored. */
static void access_memory(struct ids *s, LLVMValueRef pointer, LLVMValueRef value)
{
    uint32_t number = ids_class(s, pointer);
    if (number == NONE)
        return;
    uint32_t content = ids_content(s, number);
    unsigned width = ids_width(LLVMTypeOf(value));
    struct value_class *c = ids_at(s, content);
    c->width = width > c->width ? width : c->width;
    c->is_plain |= width && !(is_gep(pointer) && member_of(pointer));
    if (ids_may_be(LLVMTypeOf(value)))
        ids_unite(s, content, ids_class(s, value));
}

/* --- functions --- */

static uint32_t result_of(struct ids *s, LLVMValueRef function) { return ids_of_key(s, map_pointer_key(function) + 1); }

static void pass(struct ids *s, LLVMValueRef function, LLVMValueRef call)
{
    assert(LLVMIsACallInst(call) && LLVMIsAFunction(function));
    unsigned given = LLVMGetNumArgOperands(call), taken = LLVMCountParams(function);
    for (unsigned k = 0; k < given && k < taken; k++)
        unite_values(s, LLVMGetParam(function, k), LLVMGetArgOperand(call, k));
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
        ids_unite(s, ids_class(s, call), result_of(s, function));
}

static void start_with(struct ids *s, LLVMValueRef function, LLVMValueRef argument)
{
    assert(LLVMIsAFunction(function) && s->results != NONE);
    if (LLVMCountParams(function))
        unite_values(s, LLVMGetParam(function, 0), argument);
    ids_unite(s, result_of(s, function), s->results);
}

static void start(struct ids *s, LLVMValueRef function, LLVMValueRef argument)
{
    if (LLVMIsAFunction(function))
        start_with(s, function, argument);
    else
        vector_each(const LLVMValueRef *, f, &s->called_by_pointer)
            if (LLVMCountParams(*f) == 1)
                start_with(s, *f, argument);
}

static void create(struct ids *s, LLVMValueRef call, unsigned function, unsigned argument)
{
    uint32_t place = ids_class(s, LLVMGetArgOperand(call, 0));
    if (place == NONE || LLVMGetNumArgOperands(call) <= argument)
        return;
    struct value_class *id = ids_at(s, ids_content(s, place));
    id->id = true;
    id->width = 8 * LLVMPointerSize(s->front->layout);
    start(s, LLVMGetArgOperand(call, function), LLVMGetArgOperand(call, argument));
}

/* A function of the library that calls one of the user's (qsort) gives it what it was given. */
static void call_back(struct ids *s, LLVMValueRef call, LLVMValueRef function, unsigned given)
{
    for (unsigned k = 0; k < given; k++)
        for (unsigned p = 0; p < LLVMCountParams(function) && LLVMGetArgOperand(call, k) != function; p++)
            unite_values(s, LLVMGetParam(function, p), LLVMGetArgOperand(call, k));
}

/* What a thread keeps by the key is given to its destructor. */
static void create_key(struct ids *s, LLVMValueRef call)
{
    LLVMValueRef destructor = LLVMGetArgOperand(call, 1);
    uint32_t place = ids_class(s, LLVMGetArgOperand(call, 0));
    if (place != NONE) {
        struct value_class *key = ids_at(s, ids_content(s, place));
        key->id = key->is_key = true;
        key->width = key->width > KEY_BITS ? key->width : KEY_BITS;
    }
    if (LLVMIsAFunction(destructor) && LLVMCountParams(destructor))
        ids_unite(s, ids_class(s, LLVMGetParam(destructor, 0)), s->specific);
    vector_each(const LLVMValueRef *, f, &s->called_by_pointer)
        if (!LLVMIsAFunction(destructor) && !LLVMIsNull(destructor) && LLVMCountParams(*f) == 1)
            ids_unite(s, ids_class(s, LLVMGetParam(*f, 0)), s->specific);
}

static bool copies(const char *name)
{
    return starts_with(name, "llvm.memcpy.") || starts_with(name, "llvm.memmove.") || !strcmp(name, "memcpy") ||
           !strcmp(name, "memmove");
}

static bool is_creation_of_key(const char *name) { return !strcmp(name, "pthread_key_create") || !strcmp(name, "tss_create"); }

static bool is_creation(const char *name)
{
    return !strcmp(name, "pthread_create") || !strcmp(name, "thrd_create") || is_creation_of_key(name);
}

static void follow_library(struct ids *s, LLVMValueRef call, unsigned given)
{
    const char *name = called_name(call);
    if (!strcmp(name, "pthread_self") || !strcmp(name, "thrd_current"))
        ids_at(s, ids_class(s, call))->id = true;
    else if (!strcmp(name, "pthread_create"))
        create(s, call, 2, 3);
    else if (!strcmp(name, "thrd_create"))
        create(s, call, 1, 2);
    else if (is_creation_of_key(name) && given == 2)
        create_key(s, call);
    else if (!strcmp(name, "pthread_join") && given > 1 && ids_class(s, LLVMGetArgOperand(call, 1)) != NONE)
        ids_unite(s, ids_content(s, ids_class(s, LLVMGetArgOperand(call, 1))), s->results);
    else if (!strcmp(name, "pthread_exit") && given)
        ids_unite(s, ids_class(s, LLVMGetArgOperand(call, 0)), s->results);
    else if ((!strcmp(name, "pthread_setspecific") || !strcmp(name, "tss_set")) && given > 1)
        ids_unite(s, ids_class(s, LLVMGetArgOperand(call, 1)), s->specific);
    else if (!strcmp(name, "pthread_getspecific") || !strcmp(name, "tss_get"))
        ids_unite(s, ids_class(s, call), s->specific);
    else if (copies(name) && given > 1)
        unite_values(s, LLVMGetArgOperand(call, 0), LLVMGetArgOperand(call, 1));
    for (unsigned k = 0; k < given && !is_creation(name); k++)
        if (LLVMIsAFunction(LLVMGetArgOperand(call, k)))
            call_back(s, call, LLVMGetArgOperand(call, k), given);
}

static void follow_call(struct ids *s, LLVMValueRef call)
{
    LLVMValueRef called = called_function(call);
    unsigned given = LLVMGetNumArgOperands(call);
    if (called && is_users_own(called))
        pass(s, called, call);
    else if (called)
        follow_library(s, call, given);
    else if (!LLVMIsAInlineAsm(LLVMGetCalledValue(call)))
        vector_each(const LLVMValueRef *, f, &s->called_by_pointer)
            if (LLVMCountParams(*f) == given)
                pass(s, *f, call);
}

/* --- what instructions copy --- */

static bool passes_on(LLVMValueRef i)
{
    return LLVMIsAFreezeInst(i) || LLVMIsAPHINode(i) || LLVMIsASelectInst(i) || LLVMIsAIntToPtrInst(i) || LLVMIsAPtrToIntInst(i) ||
           LLVMIsABitCastInst(i) || LLVMIsAExtractValueInst(i) || LLVMIsAInsertValueInst(i);
}

static void follow(struct ids *s, LLVMValueRef i)
{
    if (LLVMIsACallInst(i))
        follow_call(s, i);
    else if (LLVMIsALoadInst(i))
        access_memory(s, LLVMGetOperand(i, 0), i);
    else if (LLVMIsAStoreInst(i))
        access_memory(s, LLVMGetOperand(i, 1), LLVMGetOperand(i, 0));
    else if (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i)) {
        for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(i); k++)
            access_memory(s, LLVMGetOperand(i, 0), LLVMGetOperand(i, k));
        ids_unite(s, ids_content(s, ids_class(s, LLVMGetOperand(i, 0))), ids_class(s, i));
    } else if (LLVMIsAReturnInst(i) && LLVMGetNumOperands(i))
        ids_unite(s, result_of(s, LLVMGetBasicBlockParent(LLVMGetInstructionParent(i))), ids_class(s, LLVMGetOperand(i, 0)));
    else if (LLVMIsAZExtInst(i) || LLVMIsASExtInst(i) || LLVMIsATruncInst(i))
        vector_push(&s->casts, (struct cast){LLVMGetOperand(i, 0), i});
    else if (passes_on(i) && LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVectorTypeKind && ids_width(LLVMTypeOf(i)) != 1)
        for (unsigned k = LLVMIsASelectInst(i) ? 1 : 0; k < (unsigned)LLVMGetNumOperands(i); k++)
            unite_values(s, i, LLVMGetOperand(i, k));
}

/* What is in a global variable at first. */
static void follow_initial(struct ids *s, uint32_t content, LLVMValueRef v)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    bool is_structure = kind == LLVMStructTypeKind;
    if (!LLVMIsAConstantStruct(v) && !LLVMIsAConstantArray(v)) {
        ids_unite(s, content, ids_may_be(type) ? ids_class(s, v) : NONE);
        return;
    }
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(v); k++)
        follow_initial(s, is_structure ? ids_of_key(s, ids_member_key(type, k)) : content, LLVMGetOperand(v, k));
}

void ids_each_instruction(struct ids *s, ids_visit *visit)
{
    each_function(fn, s->front->module) if (is_defined(fn) && is_users_own(fn)) each_block(b, fn)
    {
        LLVMValueRef next;
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = next) {
            next = LLVMGetNextInstruction(i); /* the visitor may put some before it */
            visit(s, i);
        }
    }
}

static void follow_casts(struct ids *s)
{
    for (bool changed = true; changed;) {
        changed = false;
        vector_each(const struct cast *, c, &s->casts) {
            uint32_t to = ids_may_be(LLVMTypeOf(c->to)) && ids_has(s, c->from) ? ids_class(s, c->to) : NONE;
            if (to == NONE || ids_at(s, to)->id)
                continue;
            ids_at(s, to)->id = changed = true;
            ids_at(s, to)->is_key |= ids_at(s, ids_class(s, c->from))->is_key;
        }
    }
}

void ids_follow(struct ids *s)
{
    s->results = new_class(s);
    s->specific = new_class(s);
    each_function(fn, s->front->module) if (is_defined(fn) && is_users_own(fn) && has_address_taken(fn))
        vector_push(&s->called_by_pointer, fn);
    ids_each_instruction(s, follow);
    each_global(g, s->front->module) if (LLVMGetInitializer(g))
        follow_initial(s, ids_content(s, ids_class(s, g)), LLVMGetInitializer(g));
    ids_follow_structures(s);
    follow_casts(s);
}

void ids_free(struct ids *s)
{
    map_free(&s->number_of);
    vector_free(&s->all);
    vector_free(&s->typed);
    vector_free(&s->casts);
    vector_free(&s->called_by_pointer);
}
