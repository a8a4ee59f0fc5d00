/* Bodies for functions of the C library, from the table, for outlines. They are made of the primitives of the models (models/heddle.h). */
#include "frontend/library.h"

#include "base/text.h"
#include "frontend/front.h"
#include "frontend/leaves.h"

#include <stdlib.h>

struct body {
    struct front *front;
    LLVMBuilderRef builder;
    LLVMValueRef function;
    LLVMTypeRef pointer, word, nothing;
    bool counts; /* the program has a format with %n */
};

static LLVMValueRef declared(struct body *b, const char *name, LLVMTypeRef type)
{
    LLVMValueRef fn = LLVMGetNamedFunction(b->front->module, name);
    return fn ? fn : LLVMAddFunction(b->front->module, name, type);
}

/* A variable of the library's own. */
static LLVMValueRef hidden(struct body *b, const char *kind, const char *name, bool of_thread)
{
    const char *full = arena_printf(&b->front->arena, "%s %s", kind, name);
    LLVMValueRef g = LLVMGetNamedGlobal(b->front->module, full);
    if (g)
        return g;
    LLVMTypeRef type = LLVMArrayType2(b->word, 512);
    g = LLVMAddGlobal(b->front->module, type, full);
    LLVMSetInitializer(g, LLVMConstNull(type));
    LLVMSetLinkage(g, LLVMInternalLinkage);
    LLVMSetThreadLocal(g, of_thread);
    return g;
}

static LLVMValueRef address_of_hidden(struct body *b, LLVMValueRef g)
{
    if (!LLVMIsThreadLocal(g))
        return g;
    LLVMTypeRef type = LLVMFunctionType(b->pointer, &b->pointer, 1, false);
    return LLVMBuildCall2(b->builder, type, declared(b, "llvm.threadlocal.address.p0", type), &g, 1, "");
}

static LLVMValueRef touch_bytes(struct body *b, LLVMValueRef p, LLVMValueRef size, bool write)
{
    LLVMTypeRef types[] = {b->pointer, b->word}, type = LLVMFunctionType(b->nothing, types, 2, false);
    LLVMValueRef arguments[] = {p, size};
    return LLVMBuildCall2(b->builder, type, declared(b, write ? "__heddle_writes" : "__heddle_reads", type), arguments, 2, "");
}

static void touch(struct body *b, LLVMValueRef p, bool write) { touch_bytes(b, p, LLVMConstAllOnes(b->word), write); }

/* The most bytes that other parameters let be touched. */
static LLVMValueRef size_by(struct body *b, const struct library_parameter *p)
{
    LLVMValueRef size = NULL;
    for (int k = 0; k < 2; k++) {
        if (!p->size[k] || p->size[k] > LLVMCountParams(b->function))
            continue;
        LLVMValueRef factor = LLVMGetParam(b->function, p->size[k] - 1);
        if (LLVMGetTypeKind(LLVMTypeOf(factor)) != LLVMIntegerTypeKind)
            return LLVMConstAllOnes(b->word);
        factor = LLVMBuildIntCast2(b->builder, factor, b->word, false, "");
        size = size ? LLVMBuildMul(b->builder, size, factor, "") : factor;
    }
    return size ? size : LLVMConstAllOnes(b->word);
}

static LLVMValueRef any_number(struct body *b)
{
    return LLVMBuildLoad2(b->builder, b->word, address_of_hidden(b, hidden(b, "size", "of memory", true)), ""); /* not a constant */
}

static LLVMValueRef word_in(struct body *b, LLVMValueRef memory)
{
    LLVMValueRef index = any_number(b);
    return LLVMBuildGEP2(b->builder, b->pointer, memory, &index, 1, "");
}

static LLVMValueRef byte_in(struct body *b, LLVMValueRef memory)
{
    LLVMValueRef index = any_number(b);
    return LLVMBuildGEP2(b->builder, LLVMInt8TypeInContext(b->front->context), memory, &index, 1, "");
}

/* Any of the addresses that lie in memory. */
static LLVMValueRef address_in(struct body *b, LLVMValueRef memory)
{
    return LLVMBuildLoad2(b->builder, b->pointer, word_in(b, memory), "");
}

/* Structures whose addresses lead to further structures, or to the memory that is meant. What is found in them may be a number. */
static void touch_behind(struct body *b, LLVMValueRef p, bool write)
{
    enum { LEVELS = 2 }; /* struct msghdr, struct iovec */
    unsigned if_address = LLVMGetMDKindIDInContext(b->front->context, IF_ADDRESS, sizeof IF_ADDRESS - 1);
    touch(b, p, false);
    for (int level = 0; level < LEVELS; level++) {
        p = address_in(b, p);
        for (int k = 0; k <= write; k++)
            LLVMSetMetadata(touch_bytes(b, p, LLVMConstAllOnes(b->word), k), if_address,
                            LLVMMDNodeInContext(b->front->context, NULL, 0));
    }
}

static LLVMValueRef fresh(struct body *b)
{
    LLVMTypeRef type = LLVMFunctionType(b->pointer, &b->word, 1, false);
    LLVMValueRef size = any_number(b);
    return LLVMBuildCall2(b->builder, type, declared(b, "__heddle_alloc", type), &size, 1, "");
}

/* What is built next may happen or not, up to the block returned: a function that is called back and never returns is not the end of the program. */
static LLVMBasicBlockRef perhaps(struct body *b)
{
    LLVMBasicBlockRef happens = LLVMAppendBasicBlockInContext(b->front->context, b->function, "");
    LLVMBasicBlockRef behind = LLVMAppendBasicBlockInContext(b->front->context, b->function, "");
    LLVMBuildCondBr(b->builder, LLVMBuildIsNull(b->builder, any_number(b), ""), happens, behind);
    LLVMPositionBuilderAtEnd(b->builder, happens);
    return behind;
}

static void call_back(struct body *b, LLVMValueRef function)
{
    enum { PARAMETERS = 4 };
    LLVMTypeRef types[PARAMETERS] = {b->pointer, b->pointer, b->pointer, b->pointer};
    LLVMTypeRef type = LLVMFunctionType(b->nothing, types, PARAMETERS, false);
    unsigned n = LLVMCountParams(b->function);
    LLVMValueRef kept = LLVMBuildLoad2(b->builder, b->pointer, hidden(b, "kept", "by the library", false), "");
    for (unsigned k = 0; k <= n; k++) {
        LLVMValueRef a = k < n ? LLVMGetParam(b->function, k) : kept;
        LLVMValueRef all[PARAMETERS] = {a, a, a, a};
        if (a == function || LLVMGetTypeKind(LLVMTypeOf(a)) != LLVMPointerTypeKind)
            continue;
        LLVMBasicBlockRef behind = perhaps(b);
        LLVMBuildCall2(b->builder, type, function, all, PARAMETERS, "");
        LLVMBuildBr(b->builder, behind);
        LLVMPositionBuilderAtEnd(b->builder, behind);
    }
}

/* It may run at any later time, and again while it runs: two threads, as far as an analysis of threads is concerned. */
static void run_beside(struct body *b, LLVMValueRef function)
{
    LLVMTypeRef types[] = {b->pointer, b->pointer}, id = LLVMInt32TypeInContext(b->front->context);
    LLVMTypeRef type = LLVMFunctionType(id, types, 2, false);
    LLVMValueRef arguments[] = {function, LLVMConstNull(b->pointer)};
    unsigned aside = LLVMGetMDKindIDInContext(b->front->context, RUNS_ASIDE, sizeof RUNS_ASIDE - 1);
    for (int k = 0; k < 2; k++) {
        LLVMValueRef made = LLVMBuildCall2(b->builder, type, declared(b, "__heddle_create", type), arguments, 2, "");
        LLVMSetMetadata(made, aside, LLVMMDNodeInContext(b->front->context, NULL, 0));
    }
}

/* Memory that the library uses whenever it likes; without any it takes its own. */
static void uses_later(struct body *b, LLVMValueRef p)
{
    if (LLVMIsNull(p))
        return;
    LLVMTypeRef type = LLVMFunctionType(b->nothing, &b->pointer, 1, false);
    LLVMValueRef what = LLVMBuildGlobalString(b->builder, "memory that the library uses later", "reason");
    LLVMBuildCall2(b->builder, type, declared(b, "__heddle_unsupported", type), &what, 1, "");
}

/* What has to be looked at where the calls are: arguments behind the parameters, and which are null. */
static void at_calls(struct body *b, const struct library_row *row)
{
    VECTOR(LLVMValueRef) calls = {0};
    unsigned named = LLVMCountParams(b->function);
    char last = library_further(row);
    each_use(u, b->function) if (LLVMIsACallInst(LLVMGetUser(u)) && LLVMGetCalledValue(LLVMGetUser(u)) == b->function)
        vector_push(&calls, LLVMGetUser(u));
    vector_each(LLVMValueRef *, call, &calls) {
        LLVMPositionBuilderBefore(b->builder, *call);
        LLVMSetCurrentDebugLocation2(b->builder, LLVMInstructionGetDebugLoc(*call));
        for (unsigned k = 0; k < LLVMGetNumArgOperands(*call); k++) {
            LLVMValueRef p = LLVMGetArgOperand(*call, k);
            if (LLVMGetTypeKind(LLVMTypeOf(p)) != LLVMPointerTypeKind)
                continue;
            if (library_parameter(row, k).letter == 'u')
                uses_later(b, p);
            if (k >= named && (last == '*' || last == '%'))
                touch(b, p, false);
            if (k >= named && (last == '&' || (last == '%' && b->counts)))
                touch(b, p, true);
        }
    }
    LLVMSetCurrentDebugLocation2(b->builder, NULL);
    vector_free(&calls);
}

static void put(struct body *b, LLVMValueRef value, LLVMValueRef where)
{
    touch(b, where, true);
    LLVMBuildStore(b->builder, value, where);
}

/* Letters that say something about addresses in the memory that the argument points to. */
static void parameter_behind(struct body *b, char letter, LLVMValueRef p)
{
    LLVMValueRef kept = letter == 'K' || letter == 'W' ? hidden(b, "kept", "by the library", false) : NULL;
    unsigned which = (unsigned)(letter - '1');
    switch (letter) {
    case 'd':
    case 'D':
    case 'l':
    case 'L': touch_behind(b, p, letter == 'D' || letter == 'L' || (letter == 'l' && b->counts)); break;
    case 'p':
    case 'R': {
        touch(b, p, false);
        LLVMValueRef at = LLVMBuildLoad2(b->builder, b->pointer, p, "");
        touch(b, at, false);
        touch(b, at, true);
        put(b, letter == 'p' ? at : fresh(b), p);
        break;
    }
    case 'N': put(b, fresh(b), p); break;
    case 'E': put(b, LLVMGetParam(b->function, 0), p); break;
    case 'K':
        touch(b, p, false);
        LLVMBuildStore(b->builder, address_in(b, p), kept);
        break;
    case 'W': put(b, LLVMBuildLoad2(b->builder, b->pointer, kept, ""), word_in(b, p)); break;
    case 'z':
        touch(b, p, true);
        touch(b, LLVMBuildLoad2(b->builder, b->pointer, p, ""), false);
        p = build_address(b->front, b->builder, p, 3 * b->front->pointer_bytes);
        touch(b, LLVMBuildLoad2(b->builder, b->pointer, p, ""), true);
        break;
    default:
        if (letter >= '1' && letter <= '9' && which < LLVMCountParams(b->function))
            put(b, LLVMGetParam(b->function, which), p);
        break;
    }
}

static void parameter(struct body *b, struct library_parameter what, LLVMValueRef p)
{
    if (LLVMGetTypeKind(LLVMTypeOf(p)) != LLVMPointerTypeKind)
        return;
    char letter = what.letter;
    switch (letter) {
    case 'r':
    case 't': touch_bytes(b, p, size_by(b, &what), false); break;
    case 'w': touch_bytes(b, p, size_by(b, &what), true); break;
    case 'k': LLVMBuildStore(b->builder, p, hidden(b, "kept", "by the library", false)); break;
    case '?': /* of a function of which nothing is known; o: by the milder assumption */
        LLVMBuildStore(b->builder, p, hidden(b, "kept", "by the library", false));
        parameter(b, (struct library_parameter){.letter = 'o'}, p);
        break;
    case 'b':
    case 'o':
        touch_bytes(b, p, size_by(b, &what), false);
        touch_bytes(b, p, size_by(b, &what), true);
        if (letter == 'o')
            call_back(b, p);
        break;
    case 'c': call_back(b, p); break;
    case 'g': run_beside(b, p); break;
    case 'e':
    case 'G':
        touch(b, p, false);
        run_beside(b, address_in(b, p));
        break;
    default: parameter_behind(b, letter, p); break;
    }
}

static void result(struct body *b, char letter, const char *name)
{
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(b->function));
    LLVMValueRef value = NULL;
    unsigned n = LLVMCountParams(b->function), k = (unsigned)(letter - '1');
    if (letter == 'n' || letter == 'f')
        value = fresh(b);
    else if (letter == 's' || letter == 'S' || letter == 'q' || letter == 'H')
        value = hidden(b, "memory of", name, false);
    else if (letter == 'e')
        value = address_of_hidden(b, hidden(b, "memory of", name, true));
    else if (letter == 'm' && n > 1)
        value = LLVMBuildSelect(b->builder, LLVMBuildIsNull(b->builder, LLVMGetParam(b->function, 1), ""), fresh(b),
                                LLVMGetParam(b->function, 1), "");
    else if (letter == 'i' && n)
        value = LLVMBuildSelect(b->builder, LLVMBuildIsNull(b->builder, LLVMGetParam(b->function, 0), ""),
                                hidden(b, "memory of", name, false), LLVMGetParam(b->function, 0), "");
    else if (letter == 'a' && n)
        value = LLVMBuildLoad2(b->builder, b->pointer, LLVMGetParam(b->function, 0), "");
    else if (letter >= '1' && letter <= '9' && k < n && LLVMTypeOf(LLVMGetParam(b->function, k)) == b->pointer)
        value = byte_in(b, LLVMGetParam(b->function, k));
    else if (letter == '?') {
        LLVMValueRef number = any_number(b), kept = hidden(b, "kept", "by the library", false);
        value =
            LLVMBuildSelect(b->builder, LLVMBuildIsNull(b->builder, number, ""), LLVMBuildLoad2(b->builder, b->pointer, kept, ""),
                            LLVMBuildIntToPtr(b->builder, number, b->pointer, ""), "");
    }
    if (letter == 'x')
        LLVMBuildUnreachable(b->builder);
    else if (LLVMGetTypeKind(type) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(b->builder);
    else
        LLVMBuildRet(b->builder, value && LLVMTypeOf(value) == type ? value : build_undefined(b->front, b->builder, type));
}

static void halt(struct body *b)
{
    LLVMTypeRef type = LLVMFunctionType(b->nothing, NULL, 0, false);
    LLVMBuildCall2(b->builder, type, declared(b, "__heddle_halt", type), NULL, 0, "");
}

static void write_body(struct body *b, const struct library_row *row)
{
    unsigned n = LLVMCountParams(b->function);
    if (row)
        at_calls(b, row);
    LLVMPositionBuilderAtEnd(b->builder, LLVMAppendBasicBlockInContext(b->front->context, b->function, "entry"));
    LLVMSetSubprogram(b->function, NULL); /* then what is inlined has the position of the call */
    struct library_state state;
    for (unsigned k = 0; row && library_state(row, k, &state); k++) {
        LLVMValueRef g = hidden(b, "state of", state.name, false), named = LLVMGetNamedGlobal(b->front->module, state.name);
        if (!state.has_lock)
            touch(b, g, false);
        if (!state.has_lock && !state.is_only_read)
            touch(b, g, true);
        if (named && !state.is_only_read) /* the program's name for it */
            touch(b, named, true);
    }
    bool havoc = b->front->options->extern_havoc;
    struct library_parameter any = {.letter = havoc ? '?' : 'o'};
    for (unsigned k = 0; k < n; k++)
        parameter(b, row ? library_parameter(row, k) : any, LLVMGetParam(b->function, k));
    if (row && row->result == 'x')
        halt(b);
    result(b, row ? row->result : havoc ? '?' : 'n', value_name(b->function));
    LLVMSetLinkage(b->function, LLVMInternalLinkage);
}

static bool is_known(const char *name) { return starts_with(name, "llvm.") || starts_with(name, "__heddle_"); }

static bool is_users(LLVMValueRef function)
{
    return LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, USERS_OWN, sizeof USERS_OWN - 1) != NULL;
}

/* A model that goes through text byte by byte: its row says where it ends, if that is known. */
static bool is_by_row(const char *name)
{
    static const char *const names[] = {"strcat",    "strchr",  "strcmp",  "strcpy", "strlen",  "strncat", "strncmp",
                                        "strncpy",   "strnlen", "strrchr", "stpcpy", "stpncpy", "mempcpy", "memrchr",
                                        "strchrnul", "memccpy", "index",   "rindex", "strlcpy", "strlcat"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (!strcmp(name, names[k]))
            return true;
    return false;
}

/* A model that does not model everything: the row is better for an outline. */
static bool gives_up(LLVMValueRef function, unsigned depth)
{
    each_block(block, function) each_instruction(i, block)
    {
        LLVMValueRef callee = LLVMIsACallInst(i) ? called_function(i) : NULL;
        if (calls(i, "__heddle_unsupported") || (callee && depth && is_defined(callee) && gives_up(callee, depth - 1)))
            return true;
    }
    return false;
}

static void drop_models(struct front *f)
{
    each_function(fn, f->module)
    {
        enum { DEPTH = 4 }; /* of calls among the models */
        const struct library_row *row = is_defined(fn) && !is_users(fn) ? library_find(value_name(fn)) : NULL;
        if (row && (strpbrk(row->parameters, "u%lL") || is_by_row(row->name) || gives_up(fn, DEPTH)))
            drop_body(fn);
    }
}

/* A model that is at its end returns any value instead: what comes behind the call is looked at, too. */
static void go_on(struct body *b, LLVMValueRef call)
{
    LLVMValueRef end = LLVMGetNextInstruction(call), function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    if (!end || !LLVMIsAUnreachableInst(end))
        return;
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(function));
    LLVMPositionBuilderBefore(b->builder, end);
    if (LLVMGetTypeKind(type) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(b->builder);
    else
        LLVMBuildRet(b->builder, build_undefined(b->front, b->builder, type));
    LLVMInstructionEraseFromParent(end);
    LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, LLVMGetEnumAttributeKindForName("noreturn", 8));
}

/* What models do not know of numbers, sizes and times does not matter in an outline, and neither does how many there are of something. */
static bool does_not_matter(LLVMValueRef call)
{
    static const char *const reasons[] = {"calloc of more bytes than there are",
                                          "reallocarray of more bytes than there are",
                                          "memory that is aligned to more than 16 bytes",
                                          "waiting for a signal by any number of threads",
                                          "more than 16 thread-specific keys",
                                          "undefined: use of a thread-specific key that was deleted",
                                          "a clock that is rarely there",
                                          "clock_nanosleep with such a clock"};
    size_t length, k = 0, count = sizeof reasons / sizeof *reasons;
    const char *what = literal_text(LLVMGetArgOperand(call, 0), &length);
    while (what && k < count && strcmp(what, reasons[k]) != 0)
        k++;
    return what && k < count;
}

static void models_go_on(struct body *b)
{
    LLVMValueRef fn = LLVMGetNamedFunction(b->front->module, "__heddle_unsupported");
    VECTOR(LLVMValueRef) calls = {0};
    if (!fn)
        return;
    LLVMRemoveEnumAttributeAtIndex(fn, LLVMAttributeFunctionIndex, LLVMGetEnumAttributeKindForName("noreturn", 8));
    each_use(u, fn) if (LLVMIsACallInst(LLVMGetUser(u))) vector_push(&calls, LLVMGetUser(u));
    vector_each(LLVMValueRef *, call, &calls) {
        LLVMRemoveCallSiteEnumAttribute(*call, LLVMAttributeFunctionIndex, LLVMGetEnumAttributeKindForName("noreturn", 8));
        go_on(b, *call);
        if (does_not_matter(*call))
            LLVMInstructionEraseFromParent(*call);
    }
    vector_free(&calls);
}

/* A thread that joins itself is told so, and goes on: an outline, which knows no conditions, takes the threads that are joined for others. */
static void join_others(struct front *f, const char *name)
{
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, name);
    if (!fn || !is_defined(fn) || is_users(fn))
        return;
    each_block(block, fn) each_instruction(i, block)
    {
        LLVMValueRef other = LLVMIsAICmpInst(i) ? LLVMGetOperand(i, 1) : NULL;
        if (other && LLVMIsAZExtInst(other))
            other = LLVMGetOperand(other, 0);
        if (other && calls(other, "__heddle_self") && LLVMGetICmpPredicate(i) == LLVMIntEQ)
            LLVMReplaceAllUsesWith(i, LLVMConstNull(LLVMTypeOf(i)));
    }
}

/* The models' own words. */
static bool is_reason(LLVMValueRef text)
{
    static const char *const takers[] = {"__heddle_unsupported", "__heddle_approximate", "__heddle_uncovered", "__heddle_reach"};
    each_use(u, text)
    {
        bool taken = false;
        for (size_t k = 0; k < sizeof takers / sizeof *takers; k++)
            taken |= calls(LLVMGetUser(u), takers[k]);
        if (!taken)
            return false;
    }
    return true;
}

bool has_counting_format(struct front *f)
{
    size_t length;
    each_global(g, f->module)
    {
        const char *text = literal_text(g, &length);
        if (text && !is_reason(g) && format_has(arena_strndup(&f->arena, text, length), 'n'))
            return true;
    }
    return false;
}

void write_library_bodies(struct front *f)
{
    drop_models(f);
    struct body b = {.front = f,
                     .builder = LLVMCreateBuilderInContext(f->context),
                     .pointer = LLVMPointerTypeInContext(f->context, 0),
                     .word = LLVMIntTypeInContext(f->context, 8 * f->pointer_bytes),
                     .nothing = LLVMVoidTypeInContext(f->context),
                     .counts = has_counting_format(f)};
    models_go_on(&b);
    join_others(f, "pthread_join");
    join_others(f, "thrd_join");
    VECTOR(LLVMValueRef) wanted = {0};
    each_function(fn, f->module) if (!is_defined(fn) && !is_known(value_name(fn)) && LLVMGetFirstUse(fn)) vector_push(&wanted, fn);
    vector_each(LLVMValueRef *, fn, &wanted) {
        const struct library_row *row = library_find(value_name(*fn));
        b.function = *fn;
        if (!row)
            LLVMAddAttributeAtIndex(*fn, LLVMAttributeFunctionIndex,
                                    LLVMCreateStringAttribute(f->context, WITHOUT_BODY, sizeof WITHOUT_BODY - 1, "", 0));
        write_body(&b, row);
    }
    vector_free(&wanted);
    LLVMDisposeBuilder(b.builder);
}
