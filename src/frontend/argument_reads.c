/* Loads from argv, where the program only reads it: by any index, by a pointer that moves on, in functions that it is passed to. Then the texts
 * need not be there one by one (models/arguments.c): what the n-th is, is computed where it is read. */
#include "frontend/argument_reads.h"

#include "base/text.h"
#include "frontend/front.h"

static void find_uses(struct argument_reads *r, LLVMValueRef v);

/* The value is argv, or a place in it. */
static void add(struct argument_reads *r, LLVMValueRef v)
{
    if (map_get(&r->derived, map_pointer_key(v), NULL))
        return;
    map_put(&r->derived, map_pointer_key(v), 1);
    vector_push(&r->values, v);
}

static bool is_derived(const struct argument_reads *r, LLVMValueRef v)
{
    return map_get(&r->derived, map_pointer_key(v), NULL) || LLVMIsNull(v);
}

/* A variable that holds such a pointer, and nothing else. */
static void find_variable(struct argument_reads *r, LLVMValueRef variable)
{
    if (!LLVMIsAAllocaInst(variable) || map_get(&r->derived, map_pointer_key(variable), NULL)) {
        r->only_read &= LLVMIsAAllocaInst(variable) != NULL;
        return;
    }
    map_put(&r->derived, map_pointer_key(variable), 1);
    each_use(u, variable)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsALoadInst(user))
            add(r, user);
        else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable)
            vector_push(&r->also, LLVMGetOperand(user, 0));
        else
            r->only_read &= is_debug_call(user) || starts_with(called_name(user), "llvm.lifetime");
    }
}

static bool is_getopt(LLVMValueRef fn)
{
    static const char *const names[] = {"getopt", "getopt_long", "getopt_long_only"};
    bool is = false;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        is |= strcmp(value_name(fn), names[k]) == 0;
    return is && !is_users_own(fn);
}

bool is_getopt_call(LLVMValueRef call)
{
    LLVMValueRef fn = LLVMIsACallInst(call) ? called_function(call) : NULL;
    return fn && is_getopt(fn);
}

/* The parameters of a function that is called, and only called, with such a pointer there. */
static void find_parameters(struct argument_reads *r, LLVMValueRef call, LLVMValueRef v)
{
    LLVMValueRef fn = called_function(call);
    if (is_debug_call(call))
        return;
    if (is_getopt_call(call) && LLVMGetArgOperand(call, 1) == v) {
        vector_push(&r->options, call);
        return;
    }
    if (!fn || !is_defined(fn) || LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn)) ||
        LLVMCountParams(fn) != LLVMGetNumArgOperands(call)) {
        r->only_read = false;
        return;
    }
    for (unsigned k = 0; k < LLVMCountParams(fn); k++) {
        if (LLVMGetArgOperand(call, k) != v)
            continue;
        add(r, LLVMGetParam(fn, k));
        each_use(u, fn)
        {
            LLVMValueRef other = LLVMGetUser(u);
            if (!LLVMIsACallInst(other) || called_function(other) != fn || LLVMGetNumArgOperands(other) <= k)
                r->only_read = false;
            else
                vector_push(&r->also, LLVMGetArgOperand(other, k));
        }
    }
}

static bool is_distance(LLVMValueRef number)
{
    each_use(u, number)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAICmpInst(user) && !(LLVMIsABinaryOperator(user) && LLVMGetInstructionOpcode(user) == LLVMSub))
            return false;
    }
    return true;
}

static void find_uses(struct argument_reads *r, LLVMValueRef v)
{
    each_use(u, v)
    {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsALoadInst(user)) {
            r->only_read &= LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMPointerTypeKind && !LLVMIsAAllocaInst(v);
            vector_push(&r->loads, user);
        } else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == v) {
            find_variable(r, LLVMGetOperand(user, 1));
        } else if (LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) == v) {
            add(r, user);
        } else if (LLVMIsAPHINode(user)) {
            add(r, user);
            for (unsigned k = 0; k < LLVMCountIncoming(user); k++)
                vector_push(&r->also, LLVMGetIncomingValue(user, k));
        } else if (LLVMIsASelectInst(user)) {
            add(r, user);
            vector_push(&r->also, LLVMGetOperand(user, 1));
            vector_push(&r->also, LLVMGetOperand(user, 2));
        } else if (LLVMIsACallInst(user)) {
            find_parameters(r, user, v);
        } else if (LLVMIsAPtrToIntInst(user)) {
            r->only_read &= is_distance(user);
        } else {
            r->only_read &= LLVMIsAICmpInst(user) != NULL;
        }
    }
}

bool find_argument_reads(struct argument_reads *r, LLVMValueRef argv)
{
    *r = (struct argument_reads){.only_read = true};
    add(r, argv);
    for (uint32_t k = 0; k < r->values.size && r->only_read; k++)
        find_uses(r, r->values.data[k]);
    vector_each(LLVMValueRef *, v, &r->also)
        r->only_read &= is_derived(r, *v);
    return r->only_read;
}

void free_argument_reads(struct argument_reads *r)
{
    map_free(&r->derived);
    vector_free(&r->values);
    vector_free(&r->also);
    vector_free(&r->loads);
    vector_free(&r->options);
}

static LLVMValueRef call_model(struct front *f, LLVMBuilderRef b, LLVMValueRef where, const char *name, LLVMValueRef *arguments,
                               unsigned count)
{
    LLVMValueRef model = LLVMGetNamedFunction(f->module, name);
    LLVMPositionBuilderBefore(b, where);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(where));
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(model), model, arguments, count, "");
}

/* --- getopt (models/options.c) --- */

struct getopt {
    struct front *front;
    LLVMBuilderRef builder;
    LLVMTypeRef word;
    LLVMValueRef call;
    LLVMValueRef letter, has, kind, names;
};

static LLVMValueRef number(const struct getopt *g, int n) { return LLVMConstInt(g->word, (uint64_t)(int64_t)n, true); }

static LLVMValueRef ask(struct getopt *g, const char *name, LLVMValueRef *arguments, unsigned count)
{
    return call_model(g->front, g->builder, g->call, name, arguments, count);
}

/* Letters that are a literal: any of them, without a look at the text. */
static void write_out_letters(struct getopt *g, const char *text, size_t length)
{
    LLVMBuilderRef b = g->builder;
    LLVMValueRef valid = LLVMConstInt(LLVMInt1TypeInContext(g->front->context), 0, false);
    bool in_place = length && *text == '-';
    size_t from = length && (*text == '+' || in_place);
    g->kind = number(g, (in_place ? 1 : 0) | (from < length && text[from] == ':' ? 2 : 0));
    g->letter = LLVMBuildZExt(b, ask(g, "__heddle_nondet_u8", NULL, 0), g->word, "");
    g->has = number(g, 0);
    for (size_t k = from; k < length && text[k]; k++) {
        if (text[k] == ':' || text[k] == ';' || memchr(text, text[k], k))
            continue;
        bool has = k + 1 < length && text[k + 1] == ':', may = has && k + 2 < length && text[k + 2] == ':';
        LLVMValueRef is = LLVMBuildICmp(b, LLVMIntEQ, g->letter, number(g, (unsigned char)text[k]), "");
        valid = LLVMBuildOr(b, valid, is, "");
        if (has)
            g->has = LLVMBuildSelect(b, is, number(g, may ? 2 : 1), g->has, "");
    }
    LLVMValueRef condition = LLVMBuildZExt(b, valid, g->word, "");
    ask(g, "__heddle_assume", &condition, 1);
}

static void find_letters(struct getopt *g)
{
    size_t length = 0;
    LLVMValueRef letters = LLVMGetArgOperand(g->call, 2), arguments[] = {letters, NULL};
    const char *text = LLVMIsAGlobalVariable(letters) && LLVMIsGlobalConstant(letters) ? literal_text(letters, &length) : NULL;
    if (text) {
        write_out_letters(g, text, length);
        return;
    }
    g->kind = ask(g, "__heddle_argument_kind", arguments, 1);
    arguments[1] = g->letter = ask(g, "__heddle_argument_letter_of", arguments, 1);
    g->has = ask(g, "__heddle_argument_has", arguments, 2);
}

/* Whether nobody can change a table of names: it is given to getopt_long and to nobody else. */
static bool is_settled(LLVMValueRef table)
{
    if (!LLVMIsAGlobalVariable(table) || !LLVMGetInitializer(table))
        return false;
    each_use(u, table) if (!is_getopt_call(LLVMGetUser(u))) return LLVMIsGlobalConstant(table);
    return LLVMIsGlobalConstant(table) || LLVMGetLinkage(table) == LLVMInternalLinkage;
}

/* How many names the table has, up to the null pointer; -1 if that is not known. */
static int count_names(LLVMValueRef table)
{
    LLVMValueRef value = is_settled(table) ? LLVMGetInitializer(table) : NULL;
    if (!value || !LLVMIsAConstantArray(value))
        return -1;
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(value); k++) {
        LLVMValueRef row = LLVMGetOperand(value, k);
        if (LLVMIsNull(row) || (LLVMGetNumOperands(row) && LLVMIsNull(LLVMGetOperand(row, 0))))
            return (int)k;
    }
    return -1;
}

static void replace_option(struct front *f, LLVMBuilderRef b, LLVMValueRef call)
{
    struct getopt g = {.front = f, .builder = b, .word = LLVMInt32TypeInContext(f->context), .call = call};
    bool has_names = LLVMGetNumArgOperands(call) == 5;
    LLVMValueRef none = LLVMConstNull(LLVMTypeOf(LLVMGetArgOperand(call, 1)));
    LLVMPositionBuilderBefore(b, call);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
    find_letters(&g);
    LLVMValueRef options = has_names ? LLVMGetArgOperand(call, 3) : none, index = has_names ? LLVMGetArgOperand(call, 4) : none;
    LLVMValueRef names = number(&g, has_names ? count_names(options) : 0);
    LLVMValueRef arguments[] = {LLVMGetArgOperand(call, 0), LLVMGetArgOperand(call, 1), g.letter, g.has, g.kind, options, names, index};
    LLVMReplaceAllUsesWith(call, ask(&g, "__heddle_argument_option", arguments, sizeof arguments / sizeof *arguments));
    LLVMInstructionEraseFromParent(call);
}

void replace_options(struct front *f, struct argument_reads *r)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    vector_each(LLVMValueRef *, call, &r->options)
        replace_option(f, b, *call);
    vector_each(LLVMValueRef *, load, &r->loads) {
        LLVMValueRef next = LLVMGetNextInstruction(*load), arguments[] = {LLVMGetOperand(*load, 0), *load};
        LLVMValueRef text = call_model(f, b, next, "__heddle_argument_beside_options", arguments, 2);
        LLVMReplaceAllUsesWith(*load, text);
        LLVMSetOperand(text, 1, *load);
    }
    LLVMDisposeBuilder(b);
}

void replace_argument_reads(struct front *f, struct argument_reads *r, LLVMValueRef count)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    vector_each(LLVMValueRef *, load, &r->loads) {
        bool here = LLVMGetBasicBlockParent(LLVMGetInstructionParent(*load)) == f->main;
        LLVMValueRef arguments[] = {LLVMGetOperand(*load, 0), count};
        LLVMValueRef text = call_model(f, b, *load, here ? "__heddle_argument_at" : "__heddle_argument_elsewhere", arguments, here ? 2 : 1);
        LLVMReplaceAllUsesWith(*load, text);
        LLVMInstructionEraseFromParent(*load);
    }
    LLVMDisposeBuilder(b);
}
