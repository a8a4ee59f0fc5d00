/* Functions around the allocation of memory and the creation of threads, for outlines: `xmalloc`, `start_thread(f, x)`. Each of their calls is an allocation, or a creation, of its own,
 * so they are inlined even if they are not small. So are functions that move addresses about in memory that they are given (queues, lists, heaps), as far as there is room for that:
 * otherwise what is in one queue would be in all; and those of the library that are given memory (`read`): otherwise whoever reads a file would write what any other one reads. And if the function that all threads begin with calls what it got (`job->run(job->data)`), each creation gets
 * a copy of it, so that it is known who runs what.
 *
 * Requires small functions inlined and local variables promoted. The program means the same afterwards. */
#include "frontend/front.h"

#include "base/text.h"

enum {
    LARGEST_WRAPPER = 400, /* instructions */
    LARGEST_ENTRY = 4000,  /* with what has been inlined in it */
    LARGEST_MOVER = 150,
    LARGEST_GROWTH = 40000,
    MOST_COPIES = 64, /* of one entry */
    MOST_CHOICES = 200
};

/* left: how many choices it may look at. */
static bool comes_from_allocation(LLVMValueRef v, const struct map *wrappers, unsigned *left)
{
    while (LLVMIsAGetElementPtrInst(v) || LLVMIsAFreezeInst(v))
        v = LLVMGetOperand(v, 0);
    if (LLVMIsAPHINode(v) || LLVMIsASelectInst(v))
        for (int k = LLVMIsASelectInst(v) ? 1 : 0; k < LLVMGetNumOperands(v) && *left; k++) {
            --*left;
            if (comes_from_allocation(LLVMGetOperand(v, (unsigned)k), wrappers, left))
                return true;
        }
    LLVMValueRef callee = LLVMIsACallInst(v) ? called_function(v) : NULL;
    return callee && (allocates(v) || map_get(wrappers, map_pointer_key(callee), NULL));
}

/* It returns memory that it has allocated. */
static bool returns_new(LLVMValueRef function, const struct map *wrappers)
{
    each_block(b, function)
    {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
        unsigned left = MOST_CHOICES;
        if (last && LLVMIsAReturnInst(last) && LLVMGetNumOperands(last) &&
            comes_from_allocation(LLVMGetOperand(last, 0), wrappers, &left))
            return true;
    }
    return false;
}

static bool is_model(LLVMValueRef function)
{
    return !LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, USERS_OWN, sizeof USERS_OWN - 1);
}

static bool calls_create_or_join(LLVMValueRef function)
{
    each_block(b, function) each_instruction(i, b) if (calls(i, "__heddle_create") || calls(i, "__heddle_join")) return true;
    return false;
}

/* It creates or joins threads, or creates one with something that its caller gives. (Who creates threads in one function and joins them in another one does both in a third, which calls them.) */
static bool creates_or_joins(LLVMValueRef function, const struct map *wrappers)
{
    each_block(b, function) each_instruction(i, b)
    {
        LLVMValueRef callee = LLVMIsACallInst(i) ? called_function(i) : NULL;
        if (calls(i, "__heddle_create") || calls(i, "__heddle_join") ||
            (callee && is_defined(callee) && is_model(callee) && calls_create_or_join(callee)))
            return true;
        for (unsigned k = 0; callee && map_get(wrappers, map_pointer_key(callee), NULL) && k < LLVMGetNumArgOperands(i); k++)
            if (LLVMIsAArgument(LLVMGetArgOperand(i, k)))
                return true;
    }
    return false;
}

static bool is_pointer(LLVMValueRef v) { return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind; }

static bool is_own(LLVMValueRef pointer)
{
    while (LLVMIsAGetElementPtrInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    return LLVMIsAAllocaInst(pointer) || LLVMIsAGlobalVariable(pointer);
}

/* What was read is written elsewhere as it is: bytes of addresses, perhaps. */
static bool copies_memory(LLVMValueRef i)
{
    LLVMValueRef from = LLVMIsAMemCpyInst(i) || LLVMIsAMemMoveInst(i) ? LLVMGetOperand(i, 1) : NULL;
    if (LLVMIsAStoreInst(i) && LLVMIsALoadInst(LLVMGetOperand(i, 0)))
        from = LLVMGetOperand(LLVMGetOperand(i, 0), 0);
    return from && !is_own(from) && !is_own(LLVMGetOperand(i, LLVMIsAStoreInst(i) ? 1 : 0));
}

/* It may put addresses where its caller says, or get them from there. */
static bool moves_addresses(LLVMValueRef function)
{
    bool given = false;
    for (unsigned k = 0; k < LLVMCountParams(function); k++)
        given |= is_pointer(LLVMGetParam(function, k));
    if (!given)
        return false;
    each_block(b, function) each_instruction(i, b)
    {
        if (LLVMIsAStoreInst(i) && is_pointer(LLVMGetOperand(i, 0)) && !LLVMIsConstant(LLVMGetOperand(i, 0)))
            return true;
        if (copies_memory(i))
            return true;
        if (LLVMIsAReturnInst(i) && LLVMGetNumOperands(i) && is_pointer(LLVMGetOperand(i, 0)) &&
            !LLVMIsConstant(LLVMGetOperand(i, 0)))
            return true;
    }
    return false;
}

static uint64_t size_of(LLVMValueRef function)
{
    uint64_t n = 0;
    each_block(b, function) each_instruction(i, b) n++;
    return n;
}

/* Direct calls; 0 if its address is taken, too. */
static uint64_t calls_of(LLVMValueRef function)
{
    uint64_t n = 0;
    each_use(u, function)
    {
        LLVMValueRef call = LLVMIsACallInst(LLVMGetUser(u));
        n += call && LLVMGetCalledValue(call) == function;
    }
    return n;
}

enum purpose { ALLOCATES_OR_CREATES, MOVES_ADDRESSES, MODELS };

static bool is_model_with_memory(LLVMValueRef function)
{
    bool given = false;
    for (unsigned k = 0; k < LLVMCountParams(function); k++)
        given |= is_pointer(LLVMGetParam(function, k));
    return given && is_model(function);
}

static bool is_wrapper(LLVMValueRef function, enum purpose purpose, uint64_t size, const struct map *wrappers)
{
    if (purpose == MOVES_ADDRESSES)
        return size <= LARGEST_MOVER && moves_addresses(function);
    if (purpose == MODELS)
        return size <= LARGEST_MOVER && is_model_with_memory(function);
    return returns_new(function, wrappers) || creates_or_joins(function, wrappers);
}

static void find_wrappers(struct front *f, enum purpose purpose, struct map *wrappers)
{
    uint64_t growth = 0, least = purpose == ALLOCATES_OR_CREATES ? 1 : 2; /* a model that one calls may be in one that many call */
    for (bool changed = true; changed;) {
        changed = false;
        each_function(fn, f->module)
        {
            uint64_t size = is_defined(fn) ? size_of(fn) : 0, count = calls_of(fn);
            if (!size || size > LARGEST_WRAPPER || count < least || fn == f->main || map_get(wrappers, map_pointer_key(fn), NULL) ||
                growth + size * count > LARGEST_GROWTH || !is_wrapper(fn, purpose, size, wrappers))
                continue;
            growth += size * count;
            map_put(wrappers, map_pointer_key(fn), 1);
            changed = true;
        }
    }
}

/* --- entries --- */

static bool calls_what_it_got(LLVMValueRef function)
{
    each_block(b, function) each_instruction(i, b) if (LLVMIsACallInst(i) && !called_function(i) &&
                                                       !LLVMIsAInlineAsm(LLVMGetCalledValue(i))) return true;
    return false;
}

static bool takes_an_argument(LLVMValueRef function)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(LLVMGetTypeContext(LLVMTypeOf(function)), 0);
    return LLVMCountParams(function) == 1 && LLVMTypeOf(LLVMGetParam(function, 0)) == pointer &&
           LLVMGetReturnType(LLVMGlobalGetValueType(function)) == pointer;
}

/* A function that calls this one, which is inlined in it later: a copy. */
static LLVMValueRef copy_of(struct front *f, LLVMValueRef entry)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(entry);
    LLVMValueRef copy = LLVMAddFunction(f->module, value_name(entry), type), argument = LLVMGetParam(copy, 0);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    LLVMSetLinkage(copy, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(f->context, copy, "entry"));
    LLVMBuildRet(b, LLVMBuildCall2(b, type, entry, &argument, 1, ""));
    LLVMDisposeBuilder(b);
    return copy;
}

static void copy_entries(struct front *f, struct map *inlined)
{
    VECTOR(LLVMValueRef) creations = {0};
    struct map count = {0};
    each_function(fn, f->module) each_block(b, fn) each_instruction(i, b)
    {
        LLVMValueRef entry = calls(i, "__heddle_create") ? LLVMIsAFunction(LLVMGetArgOperand(i, 0)) : NULL;
        uint64_t n = 0;
        if (!entry || !is_defined(entry) || !takes_an_argument(entry) || !calls_what_it_got(entry) ||
            size_of(entry) > LARGEST_ENTRY)
            continue;
        map_get(&count, map_pointer_key(entry), &n);
        map_put(&count, map_pointer_key(entry), n + 1);
        vector_push(&creations, i);
    }
    vector_each(LLVMValueRef *, i, &creations) {
        LLVMValueRef entry = LLVMGetArgOperand(*i, 0);
        uint64_t n = 0;
        map_get(&count, map_pointer_key(entry), &n);
        if (n < 2 || n > MOST_COPIES || n * size_of(entry) > LARGEST_GROWTH)
            continue;
        map_put(inlined, map_pointer_key(entry), 1);
        LLVMSetOperand(*i, 0, copy_of(f, entry));
    }
    vector_free(&creations);
    map_free(&count);
}

void inline_wrappers(struct front *f)
{
    struct map wrappers = {0}, models = {0}, entries = {0};
    find_wrappers(f, ALLOCATES_OR_CREATES, &wrappers);
    find_wrappers(f, MOVES_ADDRESSES, &wrappers);
    if (wrappers.size)
        inline_these(f, &wrappers, LARGEST_WRAPPER * 4);
    find_wrappers(f, MODELS, &models); /* afterwards: nobody is too large for the sake of them */
    if (models.size)
        inline_these(f, &models, LARGEST_ENTRY);
    copy_entries(f, &entries);
    if (entries.size)
        inline_these(f, &entries, LARGEST_ENTRY);
    map_free(&wrappers);
    map_free(&models);
    map_free(&entries);
}
