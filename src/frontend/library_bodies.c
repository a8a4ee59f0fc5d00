/* Bodies for functions that the program calls and nobody defines. Those with a row in library.def are made of calls of models/library.c: what
 * they write and return is any value. Of the others nothing is known: they may change whatever they can reach (lower_unknown.c). */
#include "frontend/library.h"

#include "base/text.h"
#include "frontend/errno_uses.h"
#include "frontend/front.h"

#include <errno.h>

enum { OWN_BYTES = 1024, OWN_LEVELS = 3, MOST_ARGUMENTS = 6 };

struct writer {
    struct front *front;
    LLVMBuilderRef builder;
    LLVMValueRef function;
    LLVMValueRef what;   /* text: what is any value */
    LLVMValueRef failed; /* whether a function of the kind Z does not do its work; otherwise NULL */
    LLVMTypeRef pointer, word, nothing;
    bool errors_matter; /* somebody looks at errno */
};

static LLVMValueRef call(struct writer *w, const char *name, LLVMTypeRef result, LLVMValueRef const *arguments, unsigned n)
{
    LLVMTypeRef types[MOST_ARGUMENTS];
    LLVMValueRef values[MOST_ARGUMENTS];
    for (unsigned k = 0; k < n; k++)
        types[k] = LLVMTypeOf(values[k] = arguments[k]);
    LLVMTypeRef type = LLVMFunctionType(result, types, n, false);
    LLVMValueRef fn = LLVMGetNamedFunction(w->front->module, name);
    return LLVMBuildCall2(w->builder, type, fn ? fn : LLVMAddFunction(w->front->module, name, type), values, n, "");
}

#define CALL(w, name, result, ...)                                                                                                 \
    call(w, name, result, (LLVMValueRef[]){__VA_ARGS__}, sizeof(LLVMValueRef[]){__VA_ARGS__} / sizeof(LLVMValueRef))

static LLVMValueRef text(struct writer *w, const char *words) { return LLVMBuildGlobalString(w->builder, words, "library"); }

static bool is_pointer(LLVMValueRef v) { return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind; }

/* A variable of the library's own. */
static LLVMValueRef own(struct writer *w, const char *kind, const char *name, uint64_t bytes)
{
    const char *full = arena_printf(&w->front->arena, "%s %s", kind, name);
    LLVMValueRef g = LLVMGetNamedGlobal(w->front->module, full);
    if (!g)
        g = LLVMGetNamedGlobal(w->front->module, arena_printf(&w->front->arena, "\1%s", full)); /* of a model: models/states.h */
    if (g)
        return g;
    LLVMTypeRef type = LLVMArrayType2(LLVMInt8TypeInContext(w->front->context), bytes);
    g = LLVMAddGlobal(w->front->module, type, full);
    LLVMSetInitializer(g, LLVMConstNull(type));
    LLVMSetLinkage(g, LLVMInternalLinkage);
    LLVMSetAlignment(g, 16);
    return g;
}

static LLVMValueRef new_memory(struct writer *w) { return CALL(w, "__heddle_library_new", w->pointer, w->what); }

/* by: the function of the models that fills it, which may also look at arguments in front. error: which it may give, -1 if it does not ask. */
static LLVMValueRef own_memory(struct writer *w, const char *by, unsigned arguments, int error)
{
    static const char *const kinds[OWN_LEVELS] = {"memory of", "memory beneath that of", "memory further beneath that of"};
    LLVMValueRef all[MOST_ARGUMENTS];
    unsigned n = 0;
    for (; n < arguments; n++)
        all[n] = n < LLVMCountParams(w->function) ? LLVMGetParam(w->function, n) : LLVMConstNull(w->pointer);
    if (error >= 0)
        all[n++] = LLVMConstInt(LLVMInt32TypeInContext(w->front->context), (unsigned)error, false);
    for (int k = 0; k < OWN_LEVELS; k++)
        all[n++] = own(w, kinds[k], value_name(w->function), OWN_BYTES);
    all[n++] = w->what;
    return call(w, by, w->pointer, all, n);
}

/* The number of bytes that other parameters say; NULL if they do not. */
static LLVMValueRef size_of(struct writer *w, const struct library_parameter *p)
{
    LLVMValueRef size = NULL;
    for (int k = 0; k < 2; k++) {
        if (!p->size[k] || p->size[k] > LLVMCountParams(w->function))
            continue;
        LLVMValueRef factor = LLVMGetParam(w->function, p->size[k] - 1);
        if (LLVMGetTypeKind(LLVMTypeOf(factor)) != LLVMIntegerTypeKind)
            return NULL;
        factor = LLVMBuildIntCast2(w->builder, factor, w->word, false, "");
        size = size ? LLVMBuildMul(w->builder, size, factor, "") : factor;
    }
    return size;
}

static const struct library_parameter some = {.letter = 'v'}; /* maybe none */

static void needs(struct writer *w, LLVMValueRef p, const struct library_parameter *l)
{
    unsigned least = l->least[w->front->pointer_bytes == 8];
    if (least && !w->front->wide && front_needs(w->front, NEEDS_LIFETIMES))
        CALL(w, "__heddle_library_needs", w->nothing, p, LLVMConstInt(w->word, least, false));
}

static void reads(struct writer *w, LLVMValueRef p, const struct library_parameter *l)
{
    LLVMValueRef size = size_of(w, l);
    if (size) {
        CALL(w, "__heddle_library_reads", w->nothing, p, size);
        return;
    }
    needs(w, p, l);
    CALL(w, "__heddle_library_reads_some", w->nothing, p);
}

static void writes(struct writer *w, LLVMValueRef p, const struct library_parameter *l)
{
    LLVMValueRef size = size_of(w, l);
    if (size) {
        CALL(w, "__heddle_library_writes", w->nothing, p, size, w->what);
        return;
    }
    needs(w, p, l);
    CALL(w, "__heddle_library_writes_some", w->nothing, p, w->what);
}

/* Instructions rather than branches: whose result nobody uses leave nothing behind. */
static LLVMValueRef or_null(struct writer *w, LLVMValueRef p)
{
    LLVMValueRef is = CALL(w, "__heddle_any_value.i1", LLVMInt1TypeInContext(w->front->context), w->what);
    return LLVMBuildSelect(w->builder, is, p, LLVMConstNull(w->pointer), "");
}

/* An address within what it is given, or none. */
static LLVMValueRef within(struct writer *w, LLVMValueRef p)
{
    LLVMTypeRef byte = LLVMInt8TypeInContext(w->front->context);
    LLVMValueRef offset = CALL(w, "__heddle_any_value.offset", w->word, w->what);
    LLVMValueRef at = LLVMBuildGEP2(w->builder, byte, p, &offset, 1, "");
    LLVMValueRef is = CALL(w, "__heddle_readable", LLVMInt1TypeInContext(w->front->context), at);
    return LLVMBuildSelect(w->builder, is, at, LLVMConstNull(w->pointer), "");
}

static void put(struct writer *w, LLVMValueRef to, LLVMValueRef p) { CALL(w, "__heddle_library_puts", w->nothing, to, p, w->what); }

/* A function that would be called, or memory that the library keeps and may use later. */
static void not_covered(struct writer *w, const char *model, LLVMValueRef p, const char *words)
{
    LLVMValueRef what = text(w, arena_printf(&w->front->arena, words, value_name(w->function)));
    CALL(w, model, w->nothing, p, what);
}

static void keeps(struct writer *w, LLVMValueRef p, const char *words) { not_covered(w, "__heddle_library_calls", p, words); }

static void parameter(struct writer *w, const struct library_parameter *l, LLVMValueRef p)
{
    if (!is_pointer(p))
        return;
    if (l->is_open_ended || strchr("dDpz", l->letter)) {
        const char *words = arena_printf(&w->front->arena, "how much memory '%s' accesses", value_name(w->function));
        CALL(w, "__heddle_library_open_ended", w->nothing, p, text(w, words));
    }
    switch (l->letter) {
    case 't': CALL(w, "__heddle_reads_text", w->nothing, p, LLVMConstAllOnes(w->word)); break;
    case 'r': reads(w, p, l); break;
    case 'b':
    case 'w': writes(w, p, l); break;
    case 'f': CALL(w, "__heddle_library_stream", w->nothing, p); break;
    case 'F': CALL(w, "__heddle_library_stream_ends", w->nothing, p); break;
    case 'K':
    case 'W':
    case 'u':
    case 'k': keeps(w, p, "memory that '%s' keeps"); break;
    case 'c': not_covered(w, "__heddle_library_calls_back", p, "a function that '%s' calls back"); break;
    case 'g': keeps(w, p, "a function that runs later, given to '%s'"); break;
    case 'G': keeps(w, p, "a signal handler, given to '%s'"); break;
    case 'e': not_covered(w, "__heddle_library_notifies", p, "a thread that is started later, by '%s'"); break;
    case 'd':
    case 'l': CALL(w, "__heddle_library_reads_all", w->nothing, p); break;
    case 'D':
    case 'L':
    case 'p':
    case 'z': CALL(w, "__heddle_library_writes_all", w->nothing, p, w->what); break;
    case 'R':
        CALL(w, "__heddle_library_writes_all", w->nothing, LLVMBuildLoad2(w->builder, w->pointer, p, ""), w->what);
        put(w, p, new_memory(w));
        break;
    case 'N':
        if (w->failed)
            CALL(w, "__heddle_library_puts_unless", w->nothing, p, new_memory(w), w->failed);
        else
            put(w, p, new_memory(w));
        break;
    case 'E': put(w, p, within(w, LLVMGetParam(w->function, 0))); break;
    default:
        if (l->letter >= '1' && l->letter <= '9' && (unsigned)(l->letter - '1') < LLVMCountParams(w->function))
            put(w, p, LLVMGetParam(w->function, (unsigned)(l->letter - '1')));
        break;
    }
}

static LLVMValueRef any_value(struct writer *w, LLVMTypeRef t)
{
    if (LLVMGetTypeKind(t) == LLVMStructTypeKind || LLVMGetTypeKind(t) == LLVMArrayTypeKind) {
        bool is_struct = LLVMGetTypeKind(t) == LLVMStructTypeKind;
        unsigned n = is_struct ? LLVMCountStructElementTypes(t) : (unsigned)LLVMGetArrayLength2(t);
        LLVMValueRef all = LLVMGetUndef(t);
        for (unsigned k = 0; k < n; k++) {
            LLVMValueRef part = any_value(w, is_struct ? LLVMStructGetTypeAtIndex(t, k) : LLVMGetElementType(t));
            all = LLVMBuildInsertValue(w->builder, all, part, k, "");
        }
        return all;
    }
    char *words = LLVMPrintTypeToString(t);
    const char *name = arena_printf(&w->front->arena, "__heddle_any_value.%s", words);
    LLVMDisposeMessage(words);
    return CALL(w, name, t, w->what);
}

/* The number of bytes of the first parameter that has one. */
static LLVMValueRef first_size(struct writer *w, const struct library_row *row)
{
    for (unsigned k = 0; k < LLVMCountParams(w->function); k++) {
        struct library_parameter l = library_parameter(row, k);
        LLVMValueRef size = size_of(w, &l);
        if (size)
            return size;
    }
    return LLVMConstAllOnes(w->word);
}

/* A number up to a parameter, or -1. */
static LLVMValueRef count_up_to(struct writer *w, LLVMValueRef error, unsigned parameter)
{
    LLVMTypeRef number = LLVMInt32TypeInContext(w->front->context);
    if (parameter >= LLVMCountParams(w->function) || is_pointer(LLVMGetParam(w->function, parameter)))
        return any_value(w, number);
    LLVMValueRef most = LLVMBuildIntCast2(w->builder, LLVMGetParam(w->function, parameter), w->word, false, "");
    return CALL(w, "__heddle_library_count", number, error, most, w->what);
}

/* The error that it may always give; less 0: that it does give, by what it is given. */
static LLVMValueRef error_of(struct writer *w, const struct library_row *row)
{
    LLVMTypeRef number = LLVMInt32TypeInContext(w->front->context);
    LLVMValueRef error = LLVMConstInt(number, (unsigned)library_error(row), false);
    if (library_parameter(row, 0).letter != 'i' || !LLVMCountParams(w->function) || is_pointer(LLVMGetParam(w->function, 0)))
        return error;
    LLVMValueRef file = LLVMGetParam(w->function, 0);
    LLVMValueRef is_none = LLVMBuildICmp(w->builder, LLVMIntSLT, file, LLVMConstNull(LLVMTypeOf(file)), "");
    return LLVMBuildSelect(w->builder, is_none, LLVMConstInt(number, (uint64_t)-EBADF, true), error, "");
}

/* What fails if the world wants it to (models/library.c). NULL: another kind of function. */
static LLVMValueRef result_or_failure(struct writer *w, const struct library_row *row, LLVMTypeRef type)
{
    LLVMTypeRef number = LLVMInt32TypeInContext(w->front->context);
    LLVMValueRef v = NULL, error = error_of(w, row);
    switch (row->result) {
    case 'c': v = CALL(w, "__heddle_library_done", number, error); break;
    case 'd': v = CALL(w, "__heddle_library_file", number, error, w->what); break;
    case 'b': v = CALL(w, "__heddle_library_bytes", w->word, error, first_size(w, row), w->what); break;
    case 'C': v = CALL(w, "__heddle_library_either", number, w->what); break;
    case 'Q': v = count_up_to(w, error, 2); break;
    case 'Z': v = CALL(w, "__heddle_library_code", number, w->failed, w->what); break;
    case 'o': return CALL(w, "__heddle_library_handle", w->pointer, error);
    default: return NULL;
    }
    return LLVMBuildIntCast2(w->builder, v, type, true, "");
}

static LLVMValueRef result(struct writer *w, const struct library_row *row, LLVMTypeRef type)
{
    char letter = row ? row->result : 'v';
    unsigned n = LLVMCountParams(w->function), k = (unsigned)(letter - '1');
    if (LLVMGetTypeKind(type) != LLVMPointerTypeKind)
        return any_value(w, type);
    switch (letter) {
    case 'f': return new_memory(w);
    case 'm':
    case 'n': return or_null(w, new_memory(w));
    case 'e':
    case 'S': return own_memory(w, "__heddle_library_own", 0, -1);
    case 's': return or_null(w, own_memory(w, "__heddle_library_own", 0, -1));
    case 'q': return own_memory(w, "__heddle_library_found", 0, library_error(row));
    case 'B': return own_memory(w, "__heddle_library_within", 1, -1);
    case 'i': return own_memory(w, "__heddle_library_given", 1, -1);
    case 'H': return own_memory(w, "__heddle_library_host", 1, -1);
    case 'h': return or_null(w, CALL(w, "__heddle_alloc_own", w->pointer, LLVMConstInt(w->word, 1, false)));
    default: break;
    }
    return k < 9 && k < n && is_pointer(LLVMGetParam(w->function, k)) ? within(w, LLVMGetParam(w->function, k))
                                                                      : any_value(w, type);
}

/* All that is reached from these pointers may be changed by a function of which nothing is known. */
static void reach(struct writer *w, LLVMValueRef const *pointers, unsigned n)
{
    enum { CONSTANTS = 3 };
    LLVMTypeRef bit = LLVMInt1TypeInContext(w->front->context), types[CONSTANTS] = {w->pointer, bit, bit};
    LLVMTypeRef type = LLVMFunctionType(w->nothing, types, CONSTANTS, true);
    LLVMValueRef fn = LLVMGetNamedFunction(w->front->module, "__heddle_reach");
    LLVMValueRef *arguments = ARENA_ARRAY(&w->front->arena, LLVMValueRef, n + CONSTANTS);
    arguments[0] = w->what;
    arguments[1] = arguments[2] = LLVMConstAllOnes(bit);
    for (unsigned k = 0; k < n; k++)
        arguments[k + CONSTANTS] = pointers[k];
    LLVMBuildCall2(w->builder, type, fn ? fn : LLVMAddFunction(w->front->module, "__heddle_reach", type), arguments, n + CONSTANTS,
                   "");
}

/* Arguments behind the parameters, at every call. */
static void further_arguments(struct writer *w, char letter)
{
    VECTOR(LLVMValueRef) calls = {0};
    each_use(u, w->function) if (LLVMIsACallInst(LLVMGetUser(u)) && LLVMGetCalledValue(LLVMGetUser(u)) == w->function)
        vector_push(&calls, LLVMGetUser(u));
    vector_each(LLVMValueRef *, call, &calls) {
        LLVMPositionBuilderBefore(w->builder, *call);
        LLVMSetCurrentDebugLocation2(w->builder, LLVMInstructionGetDebugLoc(*call));
        for (unsigned k = LLVMCountParams(w->function); k < LLVMGetNumArgOperands(*call); k++) {
            LLVMValueRef p = LLVMGetArgOperand(*call, k);
            if (is_pointer(p) && letter == '?')
                reach(w, &p, 1);
            else if (is_pointer(p) && (letter == '&' || (letter == '%' && has_counting_format(w->front))))
                writes(w, p, &some);
            else if (is_pointer(p))
                reads(w, p, &some);
        }
    }
    LLVMSetCurrentDebugLocation2(w->builder, NULL);
    LLVMPositionBuilderAtEnd(w->builder, LLVMGetEntryBasicBlock(w->function));
    vector_free(&calls);
}

static void begin(struct writer *w)
{
    LLVMPositionBuilderAtEnd(w->builder, LLVMAppendBasicBlockInContext(w->front->context, w->function, "entry"));
    LLVMSetLinkage(w->function, LLVMInternalLinkage);
    LLVMSetSubprogram(w->function, NULL); /* then what is inlined has the position of the call */
}

/* row: NULL if nothing is known of it */
static void end(struct writer *w, const struct library_row *row)
{
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(w->function));
    char letter = row ? row->result : 'v';
    LLVMValueRef or_failure = row ? result_or_failure(w, row, type) : NULL;
    if (or_failure) {
        LLVMBuildRet(w->builder, or_failure);
    } else if (letter == 'x') {
        call(w, "__heddle_halt", w->nothing, NULL, 0);
        LLVMBuildUnreachable(w->builder);
    } else if (LLVMGetTypeKind(type) == LLVMVoidTypeKind) {
        LLVMBuildRetVoid(w->builder);
    } else {
        LLVMBuildRet(w->builder, result(w, row, type));
    }
}

/* What is touched only where an argument is null. */
static LLVMValueRef where_null(struct writer *w, LLVMValueRef state)
{
    LLVMValueRef last = NULL;
    for (unsigned k = 0; k < LLVMCountParams(w->function); k++)
        last = is_pointer(LLVMGetParam(w->function, k)) ? LLVMGetParam(w->function, k) : last;
    if (!last)
        return state;
    LLVMValueRef is_null = LLVMBuildICmp(w->builder, LLVMIntEQ, last, LLVMConstNull(w->pointer), "");
    return LLVMBuildSelect(w->builder, is_null, state, LLVMConstNull(w->pointer), "");
}

static void states(struct writer *w, const struct library_row *row)
{
    struct library_state state;
    for (unsigned k = 0; library_state(row, k, &state); k++) {
        LLVMValueRef g = LLVMGetNamedGlobal(w->front->module, state.name); /* the program's name for it */
        if (g && LLVMIsDeclaration(g) && !state.is_only_read)
            CALL(w, "__heddle_library_sets", w->nothing, g, w->what);
        if (state.has_lock)
            continue;
        g = own(w, "state of", state.name, 1);
        if (state.may_have_lock) {
            const char *words = arena_printf(&w->front->arena, "'%s' where another thread may be doing the same", row->name);
            CALL(w, "__heddle_library_unlocked", w->nothing, text(w, words));
            continue;
        }
        CALL(w, state.is_only_read ? "__heddle_library_looks" : "__heddle_library_state", w->nothing,
             state.only_without_pointer ? where_null(w, g) : g);
    }
}

static void write_model(struct writer *w, const struct library_row *row)
{
    unsigned n = LLVMCountParams(w->function), hidden = returns_structure(w->function);
    begin(w);
    w->what = text(w, arena_printf(&w->front->arena, "what '%s' gives", row->name));
    if (library_further(row))
        further_arguments(w, library_further(row));
    states(w, row);
    if (hidden)
        writes(w, LLVMGetParam(w->function, 0), &some);
    w->failed = row->result == 'Z' ? call(w, "__heddle_library_failed", LLVMInt32TypeInContext(w->front->context), NULL, 0) : NULL;
    for (unsigned k = hidden; k < n; k++) {
        struct library_parameter l = library_parameter(row, k - hidden);
        parameter(w, &l, LLVMGetParam(w->function, k));
    }
    LLVMValueRef itself = text(w, arena_printf(&w->front->arena, "call of '%s'", row->name));
    if (row->result == 'u')
        CALL(w, "__heddle_uncovered", w->nothing, itself);
    if (row->result == 'u' || row->result == 'y')
        CALL(w, "__heddle_approximate", w->nothing, itself);
    if (w->errors_matter && !strchr("cdboqHCQ", row->result))
        call(w, "__heddle_library_fails", w->nothing, NULL, 0);
    end(w, row);
}

/* Nothing is known of it: it may change whatever it can reach, and is taken to return unless it is declared not to. Then others may go on: that
 * it ends the program is less. */
static void write_unknown(struct writer *w, const char *what, const char *uncovered)
{
    VECTOR(LLVMValueRef) pointers = {0};
    begin(w);
    w->what = text(w, what);
    if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(w->function)))
        further_arguments(w, '?');
    for (unsigned k = 0; k < LLVMCountParams(w->function); k++)
        if (is_pointer(LLVMGetParam(w->function, k)))
            vector_push(&pointers, LLVMGetParam(w->function, k));
    if (uncovered) {
        CALL(w, "__heddle_uncovered", w->nothing, text(w, uncovered));
        CALL(w, "__heddle_approximate", w->nothing, w->what);
    }
    reach(w, pointers.data, pointers.size);
    if (w->errors_matter)
        call(w, "__heddle_library_fails", w->nothing, NULL, 0);
    if (does_not_return(w->function))
        CALL(w, "__heddle_assume", w->nothing, LLVMConstInt(LLVMInt32TypeInContext(w->front->context), 0, false));
    if (uncovered && LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(w->function))) == LLVMPointerTypeKind)
        LLVMBuildRet(w->builder,
                     CALL(w, "__heddle_library_made", w->pointer, w->what)); /* so that what comes behind it is looked at */
    else
        end(w, NULL);
    vector_free(&pointers);
}

/* What the lowering, or another rewriting, knows by name. */
static bool is_known(const char *name)
{
    return starts_with(name, "llvm.") || starts_with(name, "__heddle_") || starts_with(name, "__VERIFIER_") ||
           starts_with(name, "__CPROVER_") || starts_with(name, "nondet_") || strcmp(name, "reach_error") == 0;
}

static struct writer new_writer(struct front *f)
{
    return (struct writer){.front = f,
                           .builder = LLVMCreateBuilderInContext(f->context),
                           .pointer = LLVMPointerTypeInContext(f->context, 0),
                           .word = LLVMIntTypeInContext(f->context, 8 * f->pointer_bytes),
                           .nothing = LLVMVoidTypeInContext(f->context)};
}

/* That the pointer leads to a function at all is not known either, whatever is said of functions that nobody defines. */
void write_function_elsewhere(struct front *f, LLVMValueRef function)
{
    struct writer w = new_writer(f);
    w.function = function;
    write_unknown(&w, "what a function does that is not known", "call through a pointer to no known function");
    LLVMDisposeBuilder(w.builder);
}

static void write_not_defined(struct writer *w)
{
    const char *name = value_name(w->function);
    bool is_code = starts_with(name, ASSEMBLY_NAME), is_trusted = w->front->options->extern_havoc && !is_code;
    const char *uncovered = arena_printf(&w->front->arena, is_code ? "%s" : "call of '%s', which is not defined", name);
    const char *what = arena_printf(&w->front->arena, is_code ? "what %s does" : "what '%s' does (it is not defined)", name);
    write_unknown(w, what, is_trusted ? NULL : uncovered);
}

void write_library_models(struct front *f)
{
    struct writer w = new_writer(f);
    w.errors_matter = errno_is_used(f);
    VECTOR(LLVMValueRef) wanted = {0};
    each_function(fn, f->module) if (!is_defined(fn) && !is_known(value_name(fn)) && LLVMGetFirstUse(fn)) vector_push(&wanted, fn);
    vector_each(LLVMValueRef *, fn, &wanted) {
        const struct library_row *row = library_find(value_name(*fn));
        w.function = *fn;
        if (row)
            write_model(&w, row);
        else
            write_not_defined(&w);
    }
    vector_free(&wanted);
    LLVMDisposeBuilder(w.builder);
}
