/* Where argv comes from: main calls the model (models/arguments.c), which makes the array, and then the texts. If main looks at arguments by
 * constant numbers only, those have a text; if it only reads them, a text is computed where it is read (argument_reads.h); otherwise a loop
 * makes as many as there are. */
#include "frontend/front.h"

#include "base/text.h"
#include "frontend/argument_reads.h"
#include "frontend/cut.h"

enum { MOST_BY_NUMBER = 16, HEDDLE_ARGUMENTS = 4 /* as in models/heddle.h */ };

/* The variable that a parameter is kept in, if that is all that is done with it. */
static LLVMValueRef kept_in(LLVMValueRef parameter)
{
    LLVMUseRef use = LLVMGetFirstUse(parameter);
    LLVMValueRef user = use ? LLVMGetUser(use) : NULL;
    bool once = user && !LLVMGetNextUse(use) && LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == parameter;
    return once ? LLVMIsAAllocaInst(LLVMGetOperand(user, 1)) : NULL;
}

static bool is_lifetime(LLVMValueRef i) { return starts_with(called_name(i), "llvm.lifetime") || is_debug_call(i); }

/* Whether anything is done with a parameter but keeping it in a variable that nobody reads. */
static bool is_used(LLVMValueRef parameter)
{
    LLVMValueRef kept = kept_in(parameter);
    if (!kept)
        return LLVMGetFirstUse(parameter);
    each_use(k, kept)
    {
        LLVMValueRef user = LLVMGetUser(k);
        bool keeps = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == parameter;
        if (!keeps && !is_lifetime(user))
            return true;
    }
    return false;
}

/* How many arguments main looks at if it does so by numbers; NONE if it does otherwise. */
static uint32_t looked_at(struct front *f, LLVMValueRef argv, bool options)
{
    LLVMValueRef kept = kept_in(argv);
    uint32_t n = 0;
    if (!kept)
        return LLVMGetFirstUse(argv) ? NONE : 0;
    each_use(k, kept)
    {
        LLVMValueRef user = LLVMGetUser(k);
        if (is_lifetime(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == argv))
            continue;
        if (!LLVMIsALoadInst(user))
            return NONE;
        each_use(l, user)
        {
            if (options && is_getopt_call(LLVMGetUser(l)))
                continue; /* it chooses options, and looks at no text */
            LLVMValueRef gep = LLVMIsAGetElementPtrInst(LLVMGetUser(l));
            LLVMValueRef index = gep && LLVMGetNumOperands(gep) == 2 ? LLVMIsAConstantInt(LLVMGetOperand(gep, 1)) : NULL;
            bool element = index && type_size(f, LLVMGetGEPSourceElementType(gep)) == f->pointer_bytes;
            uint64_t number = element ? LLVMConstIntGetZExtValue(index) : UINT64_MAX;
            if (number >= MOST_BY_NUMBER)
                return NONE;
            n = number >= n ? (uint32_t)number + 1 : n;
        }
    }
    return n;
}

static LLVMValueRef build(struct front *f, LLVMBuilderRef b, const char *name, LLVMValueRef *arguments, unsigned n)
{
    LLVMValueRef model = LLVMGetNamedFunction(f->module, name);
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(model), model, arguments, n, "");
}

/* All texts at once, if argv is only read. With 32 bits there is no room for them, and for memory each needs its end. */
static bool give_at_once(struct front *f, LLVMBuilderRef b, struct argument_reads *r, LLVMValueRef count)
{
    bool possible = f->pointer_bytes == 8 && !f->wide && !cuts(f) && !front_needs(f, NEEDS_LIFETIMES);
    f->arguments_at_once = possible && r->only_read;
    if (!f->arguments_at_once)
        return false;
    replace_argument_reads(f, r, count);
    LLVMReplaceAllUsesWith(LLVMGetParam(f->main, 1), build(f, b, "__heddle_arguments_at_once", &count, 1));
    for (uint32_t k = 0; f->reads_numbers && k < HEDDLE_ARGUMENTS; k++) {
        LLVMValueRef number = LLVMConstInt(LLVMInt32TypeInContext(f->context), k, false);
        build(f, b, "__heddle_argument_number_at_once", &number, 1);
    }
    return true;
}

/* Whether the program sets where getopt goes on (or, if reading counts, looks at it). */
static bool uses_optind(struct front *f, bool reading_counts)
{
    LLVMValueRef g = LLVMGetNamedGlobal(f->module, "optind");
    if (g)
        each_use(u, g)
        {
            LLVMValueRef user = LLVMGetUser(u), i = LLVMIsAInstruction(user);
            bool model = i && !is_users_own(LLVMGetBasicBlockParent(LLVMGetInstructionParent(i)));
            if (!model && (reading_counts || !LLVMIsALoadInst(user)))
                return true;
        }
    return false;
}

/* Whether main does anything with argc but giving it to getopt. */
static bool looks_at_count(LLVMValueRef argc)
{
    LLVMValueRef kept = kept_in(argc);
    if (!kept)
        return LLVMGetFirstUse(argc) != NULL;
    each_use(k, kept)
    {
        LLVMValueRef user = LLVMGetUser(k);
        if (is_lifetime(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == argc))
            continue;
        if (!LLVMIsALoadInst(user))
            return true;
        each_use(l, user) if (!is_getopt_call(LLVMGetUser(l)) || LLVMGetArgOperand(LLVMGetUser(l), 0) != user) return true;
    }
    return false;
}

/* Whether the program can tell how many texts there are, or where its options end. */
static bool counts_texts(struct front *f, const struct argument_reads *r, uint32_t looked_at)
{
    return looked_at > 1 || r->parts || r->count_matters || uses_optind(f, true);
}

static void set_constant(struct front *f, const char *name, unsigned value)
{
    LLVMValueRef g = LLVMGetNamedGlobal(f->module, name);
    if (g)
        LLVMSetInitializer(g, LLVMConstInt(LLVMGlobalGetValueType(g), value, false));
}

static void give_texts(struct front *f, LLVMBuilderRef b, struct argument_reads *r, LLVMValueRef count)
{
    LLVMTypeRef word = LLVMInt32TypeInContext(f->context);
    bool options = !f->wide && r->only_read && r->options.size;
    uint32_t numbers = looked_at(f, LLVMGetParam(f->main, 1), options);
    if (options) {
        set_constant(f, "__heddle_argument_restarts", uses_optind(f, false));
        set_constant(f, "__heddle_argument_counted", counts_texts(f, r, numbers));
        set_constant(f, "__heddle_argument_parts", r->parts);
        replace_options(f, r);
        numbers = numbers > 1 ? NONE : numbers; /* beside options, a text may be any other one */
    }
    if (numbers == NONE && give_at_once(f, b, r, count))
        return;
    LLVMValueRef argv = build(f, b, "__heddle_arguments", &count, 1);
    for (uint32_t k = 0; k < numbers && numbers != NONE; k++)
        build(f, b, "__heddle_argument_text", (LLVMValueRef[]){argv, count, LLVMConstInt(word, k, false)}, 3);
    if (numbers == NONE)
        build(f, b, "__heddle_argument_texts", (LLVMValueRef[]){argv, count}, 2);
    for (uint32_t k = 0; f->reads_numbers && k < numbers && k < HEDDLE_ARGUMENTS; k++)
        build(f, b, "__heddle_argument_number", (LLVMValueRef[]){argv, count, LLVMConstInt(word, k, false)}, 3);
    LLVMReplaceAllUsesWith(LLVMGetParam(f->main, 1), argv);
}

bool reads_argument_numbers(struct front *f)
{
    bool digits = f->options->cut && f->options->cut->nothing; /* drawn runs read numbers digit by digit */
    return !digits && LLVMGetNamedFunction(f->module, "__heddle_number_of") != NULL;
}

/* The base in which all numbers are read; 10 if there are several. */
static unsigned base_of_numbers(struct front *f)
{
    static const char *const names[] = {"strtol", "strtoul", "strtoll", "strtoull", "strtoimax", "strtoumax"};
    static const char *const decimal[] = {"atoi", "atol", "atoll"};
    int64_t found = -1;
    for (size_t k = 0; k < sizeof decimal / sizeof *decimal; k++)
        if (is_called_by_user(f, decimal[k]))
            return 10;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        LLVMValueRef fn = LLVMGetNamedFunction(f->module, names[k]);
        for (LLVMUseRef u = fn && is_called_by_user(f, names[k]) ? LLVMGetFirstUse(fn) : NULL; u; u = LLVMGetNextUse(u)) {
            LLVMValueRef call = LLVMIsACallInst(LLVMGetUser(u));
            LLVMValueRef base = call && LLVMGetNumArgOperands(call) == 3 ? LLVMIsAConstantInt(LLVMGetArgOperand(call, 2)) : NULL;
            int64_t value = base ? LLVMConstIntGetSExtValue(base) : -1;
            if (value < 0 || (found >= 0 && value != found))
                return 10;
            found = value;
        }
    }
    return found < 0 ? 10 : (unsigned)found;
}

/* --- the arguments of options (models/options.c) --- */

static const char maker[] = "heddle.argument";

static void mark_writer(struct front *f)
{
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, "__heddle_argument_put"), none = LLVMMDStringInContext(f->context, "", 0);
    if (fn)
        each_block(block, fn) each_instruction(i, block) if (LLVMIsAStoreInst(i)) LLVMSetMetadata(
            i, LLVMGetMDKindIDInContext(f->context, maker, sizeof maker - 1), LLVMMDNodeInContext(f->context, &none, 1));
}

bool makes_argument(LLVMValueRef store)
{
    LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(store));
    return LLVMGetMetadata(store, LLVMGetMDKindIDInContext(context, maker, sizeof maker - 1)) != NULL;
}

void give_arguments(struct front *f)
{
    unsigned n = LLVMCountParams(f->main);
    f->reads_numbers = reads_argument_numbers(f);
    mark_writer(f);
    set_constant(f, "__heddle_number_base", base_of_numbers(f));
    bool wanted = n > 1 && is_used(LLVMGetParam(f->main, 1)), counted = n > 0 && is_used(LLVMGetParam(f->main, 0));
    if (!(wanted || counted) || is_function_used(f->main) ||
        LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(f->main, 0))) != LLVMIntegerTypeKind)
        return;
    LLVMTypeRef word = LLVMInt32TypeInContext(f->context);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    bool count_matters = looks_at_count(LLVMGetParam(f->main, 0));
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f->main));
    while (LLVMIsAAllocaInst(first))
        first = LLVMGetNextInstruction(first);
    LLVMPositionBuilderBefore(b, first);
    LLVMValueRef count = LLVMBuildIntCast2(b, LLVMGetParam(f->main, 0), word, true, "");
    build(f, b, "__heddle_argument_count", &count, 1);
    if (wanted && LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(f->main, 1))) == LLVMPointerTypeKind) {
        struct argument_reads r;
        find_argument_reads(&r, LLVMGetParam(f->main, 1));
        r.count_matters = count_matters;
        give_texts(f, b, &r, count);
        free_argument_reads(&r);
    }
    LLVMDisposeBuilder(b);
}
