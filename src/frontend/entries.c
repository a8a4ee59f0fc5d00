/* Programs without main: --init functions run first, then every --entry is a thread ("f*": any number of threads), beside the others. What makes it
 * so is a main of our own; a main of the files' own is a function like any other then.
 *
 * Arguments are arbitrary. A pointer leads to a fresh object of its type, whose numbers are arbitrary, whose locks are free and whose pointers are null or lead
 * to fresh objects in turn, to a depth; below that they are null. A function that is passed is one of which nothing is known. */
#include "frontend/debug_types.h"
#include "frontend/leaves.h"

#include "base/text.h"

enum {
    DEPTH = 2,         /* objects behind an argument have objects behind them, and those have none */
    TEXT_BYTES = 8,    /* what a pointer to characters leads to: a string shorter than that */
    UNKNOWN_BYTES = 64 /* what a pointer leads to whose type says nothing: void *, incomplete types */
};

struct harness {
    struct front *front;
    LLVMBuilderRef builder;
    LLVMValueRef function; /* that is being written */
    LLVMTypeRef pointer, word, bit, nothing;
};

static LLVMValueRef call(struct harness *h, const char *name, LLVMTypeRef result, LLVMValueRef *arguments, unsigned count)
{
    LLVMTypeRef types[2];
    for (unsigned k = 0; k < count; k++)
        types[k] = LLVMTypeOf(arguments[k]);
    LLVMTypeRef type = LLVMFunctionType(result, types, count, false);
    LLVMValueRef fn = LLVMGetNamedFunction(h->front->module, name);
    if (!fn)
        fn = LLVMAddFunction(h->front->module, name, type);
    return LLVMBuildCall2(h->builder, type, fn, arguments, count, "");
}

static LLVMBasicBlockRef new_block(struct harness *h) { return LLVMAppendBasicBlockInContext(h->front->context, h->function, ""); }

static LLVMValueRef begin(struct harness *h, const char *name, LLVMTypeRef type)
{
    h->function = LLVMAddFunction(h->front->module, name, type);
    LLVMPositionBuilderAtEnd(h->builder, new_block(h));
    return h->function;
}

/* Goes on in yes, or in no. */
static void choose(struct harness *h, LLVMBasicBlockRef yes, LLVMBasicBlockRef no)
{
    LLVMBuildCondBr(h->builder, call(h, "__heddle_nondet_bool", h->bit, NULL, 0), yes, no);
}

static LLVMValueRef new_object(struct harness *h, uint64_t bytes)
{
    LLVMValueRef size = LLVMConstInt(h->word, bytes, false);
    return call(h, "__heddle_alloc_own", h->pointer, &size, 1);
}

static void clear(struct harness *h, LLVMValueRef at, uint64_t bytes)
{
    LLVMBuildMemSet(h->builder, at, LLVMConstInt(LLVMInt8TypeInContext(h->front->context), 0, false),
                    LLVMConstInt(h->word, bytes, false), 1);
}

/* All zero is how they begin. */
static bool is_synchronisation(struct front *f, LLVMMetadataRef t)
{
    static const char *const names[] = {"mtx_t", "cnd_t", "sem_t", "once_flag"};
    for (; debug_tag(t) == TAG_TYPEDEF; t = debug_base(f, t)) {
        size_t length;
        const char *name = LLVMDITypeGetName(t, &length);
        if (length > 8 && !strncmp(name, "pthread_", 8))
            return true;
        for (unsigned k = 0; k < sizeof names / sizeof *names; k++)
            if (length == strlen(names[k]) && !strncmp(name, names[k], length))
                return true;
    }
    return false;
}

static uint64_t bytes_of(LLVMMetadataRef t) { return debug_is_type(t) ? LLVMDITypeGetSizeInBits(t) / 8 : 0; }

static void fill(struct harness *h, LLVMMetadataRef t, LLVMValueRef object, uint64_t offset, unsigned depth);

/* Calling it is not supported. */
static LLVMValueRef some_function(struct harness *h)
{
    static const char *const name = "__heddle_some_function";
    LLVMValueRef known = LLVMGetNamedFunction(h->front->module, name), outer = h->function;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(h->builder);
    if (known)
        return known;
    known = begin(h, name, LLVMFunctionType(h->nothing, NULL, 0, false));
    LLVMValueRef text = LLVMBuildGlobalString(h->builder, "a function that an entry is given", "reason");
    call(h, "__heddle_unsupported", h->nothing, &text, 1);
    LLVMBuildUnreachable(h->builder);
    h->function = outer;
    LLVMPositionBuilderAtEnd(h->builder, here);
    return known;
}

/* What a pointer of the type t points to. */
static LLVMValueRef build_pointee(struct harness *h, LLVMMetadataRef t, unsigned depth)
{
    LLVMMetadataRef to = t ? debug_part(h->front, debug_stripped(h->front, t), 3) : NULL;
    if (to && LLVMGetMetadataKind(to) == LLVMDISubroutineTypeMetadataKind)
        return some_function(h);
    LLVMMetadataRef plain = debug_stripped(h->front, to);
    uint64_t bytes = bytes_of(plain);
    if (!bytes)
        return new_object(h, UNKNOWN_BYTES);
    bool text = bytes == 1 && LLVMGetMetadataKind(plain) == LLVMDIBasicTypeMetadataKind;
    LLVMValueRef object = new_object(h, text ? TEXT_BYTES : bytes);
    if (text)
        clear(h, build_address(h->front, h->builder, object, TEXT_BYTES - 1), 1);
    else
        fill(h, to, object, 0, depth);
    return object;
}

static void fill_pointer(struct harness *h, LLVMMetadataRef t, LLVMValueRef at, unsigned depth)
{
    LLVMBuildStore(h->builder, LLVMConstNull(h->pointer), at);
    if (depth == DEPTH)
        return;
    LLVMBasicBlockRef some = new_block(h), next = new_block(h);
    choose(h, some, next);
    LLVMPositionBuilderAtEnd(h->builder, some);
    LLVMBuildStore(h->builder, build_pointee(h, t, depth + 1), at);
    LLVMBuildBr(h->builder, next);
    LLVMPositionBuilderAtEnd(h->builder, next);
}

static void fill_array(struct harness *h, LLVMMetadataRef t, LLVMValueRef object, uint64_t offset, unsigned depth)
{
    enum { MOST = 16 };
    LLVMMetadataRef element = debug_base(h->front, t);
    uint64_t size = bytes_of(debug_stripped(h->front, element)), count = size ? bytes_of(t) / size : 0;
    for (uint64_t k = 0; k < count && count <= MOST; k++)
        fill(h, element, object, offset + k * size, depth);
}

/* What lies at the offset is arbitrary as the object is made: numbers stay so. */
static void fill(struct harness *h, LLVMMetadataRef t, LLVMValueRef object, uint64_t offset, unsigned depth)
{
    LLVMMetadataRef plain = debug_stripped(h->front, t);
    unsigned tag = debug_tag(plain);
    if (is_synchronisation(h->front, t)) {
        clear(h, build_address(h->front, h->builder, object, offset), bytes_of(plain));
    } else if (tag == TAG_POINTER) {
        fill_pointer(h, plain, build_address(h->front, h->builder, object, offset), depth);
    } else if (tag == TAG_ARRAY) {
        fill_array(h, plain, object, offset, depth);
    } else if (tag == TAG_STRUCT || tag == TAG_UNION) {
        LLVMMetadataRef elements = debug_elements(h->front, plain);
        unsigned count = tag == TAG_UNION ? 1 : debug_part_count(h->front, elements);
        for (unsigned k = 0; k < count; k++) {
            LLVMMetadataRef m = debug_part(h->front, elements, k);
            if (debug_tag(m) == TAG_MEMBER)
                fill(h, debug_base(h->front, m), object, offset + LLVMDITypeGetOffsetInBits(m) / 8, depth);
        }
    }
}

/* The memory that a structure is passed or returned in; NULL if the parameter is no such thing. */
static LLVMTypeRef type_in_memory(LLVMValueRef function, unsigned k)
{
    static const char *const names[] = {"byval", "sret"};
    for (unsigned n = 0; n < 2; n++) {
        LLVMAttributeRef a =
            LLVMGetEnumAttributeAtIndex(function, k + 1, LLVMGetEnumAttributeKindForName(names[n], strlen(names[n])));
        if (a)
            return LLVMGetTypeAttributeValue(a);
    }
    return NULL;
}

static LLVMValueRef build_argument(struct harness *h, LLVMValueRef function, unsigned k)
{
    LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(function, k)), in_memory = type_in_memory(function, k);
    if (in_memory)
        return new_object(h, type_size(h->front, in_memory));
    if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
        return build_pointee(h, debug_parameter(h->front, function, k), 0);
    return build_undefined(h->front, h->builder, type);
}

/* What is done on behalf of a function is shown where it begins. */
static void stand_at(struct harness *h, LLVMValueRef function)
{
    LLVMMetadataRef subprogram = function ? LLVMGetSubprogram(function) : NULL;
    LLVMMetadataRef place = NULL;
    if (subprogram)
        place = LLVMDIBuilderCreateDebugLocation(h->front->context, LLVMDISubprogramGetLine(subprogram), 0, subprogram, NULL);
    LLVMSetCurrentDebugLocation2(h->builder, place);
}

/* Its objects are made in one step: nobody else knows them yet. */
static void build_call(struct harness *h, LLVMValueRef function)
{
    unsigned n = LLVMCountParams(function);
    LLVMValueRef *arguments = ARENA_ARRAY(&h->front->arena, LLVMValueRef, n);
    stand_at(h, function);
    if (n)
        call(h, "__heddle_atomic_begin", h->nothing, NULL, 0);
    for (unsigned k = 0; k < n; k++)
        arguments[k] = build_argument(h, function, k);
    if (n)
        call(h, "__heddle_atomic_end", h->nothing, NULL, 0);
    LLVMBuildCall2(h->builder, LLVMGlobalGetValueType(function), function, arguments, n, "");
}

static LLVMValueRef find(struct front *f, const char *name, size_t length)
{
    char *plain = arena_strndup(&f->arena, name, length);
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, plain);
    if (!fn && strcmp(plain, "main") == 0)
        fn = f->main;
    if (fn && is_defined(fn))
        return fn;
    f->error = arena_printf(f->words, "no function %s (static functions that nobody calls are left out by the compiler)", plain);
    return NULL;
}

/* The function of a thread that calls it once. */
static LLVMValueRef build_thread(struct harness *h, LLVMValueRef function)
{
    const char *name = arena_printf(&h->front->arena, "entry %s", value_name(function));
    LLVMValueRef thread = begin(h, name, LLVMFunctionType(h->pointer, &h->pointer, 1, false));
    build_call(h, function);
    LLVMBuildRet(h->builder, LLVMConstNull(h->pointer));
    return thread;
}

static void build_creation(struct harness *h, LLVMValueRef function, LLVMValueRef thread, bool repeated)
{
    stand_at(h, function);
    LLVMValueRef arguments[] = {thread, LLVMConstNull(h->pointer)};
    LLVMBasicBlockRef again = repeated ? new_block(h) : NULL, one = repeated ? new_block(h) : NULL,
                      next = repeated ? new_block(h) : NULL;
    if (repeated) {
        LLVMBuildBr(h->builder, again);
        LLVMPositionBuilderAtEnd(h->builder, again);
        choose(h, one, next);
        LLVMPositionBuilderAtEnd(h->builder, one);
    }
    call(h, "__heddle_create", LLVMInt32TypeInContext(h->front->context), arguments, 2);
    if (repeated) {
        LLVMBuildBr(h->builder, again);
        LLVMPositionBuilderAtEnd(h->builder, next);
    }
}

static void build_main(struct harness *h)
{
    struct front *f = h->front;
    const struct frontend_options *o = f->options;
    LLVMValueRef *threads = ARENA_ARRAY(&f->arena, LLVMValueRef, o->entry_count);
    LLVMValueRef *functions = ARENA_ARRAY(&f->arena, LLVMValueRef, o->entry_count);
    for (uint32_t k = 0; k < o->entry_count && !f->error; k++) {
        functions[k] = find(f, o->entries[k], strcspn(o->entries[k], "*"));
        threads[k] = functions[k] ? build_thread(h, functions[k]) : NULL;
    }
    LLVMValueRef none = LLVMConstNull(h->pointer), made = begin(h, "main", LLVMFunctionType(h->nothing, NULL, 0, false));
    for (uint32_t k = 0; k < o->init_count && !f->error; k++) {
        LLVMValueRef fn = find(f, o->inits[k], strlen(o->inits[k]));
        if (fn)
            build_call(h, fn);
    }
    for (uint32_t k = 0; k < o->entry_count && !f->error; k++)
        build_creation(h, functions[k], threads[k], ends_with(o->entries[k], "*"));
    stand_at(h, NULL);
    call(h, "__heddle_thread_ends", h->nothing, NULL, 0); /* as pthread_exit does: the others go on */
    call(h, "__heddle_leaves", h->nothing, NULL, 0);
    call(h, "__heddle_exit", h->nothing, &none, 1);
    LLVMBuildUnreachable(h->builder);
    f->main = made;
}

void make_main(struct front *f)
{
    struct harness h = {.front = f,
                        .builder = LLVMCreateBuilderInContext(f->context),
                        .pointer = LLVMPointerTypeInContext(f->context, 0),
                        .word = LLVMIntTypeInContext(f->context, 8 * f->pointer_bytes),
                        .bit = LLVMInt1TypeInContext(f->context),
                        .nothing = LLVMVoidTypeInContext(f->context)};
    if (f->main)
        LLVMSetValueName2(f->main, "main.own", 8);
    build_main(&h);
    LLVMDisposeBuilder(h.builder);
}
