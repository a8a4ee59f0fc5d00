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
            each_use(w, user) r->parts |= !LLVMIsALoadInst(LLVMGetUser(w));
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

/* What a program asks for: letters that are a literal, and names that nobody can change. Which of them it is, is a number. */
struct getopt {
    struct front *front;
    LLVMBuilderRef builder;
    LLVMTypeRef word;
    LLVMValueRef call, which, valid;
    LLVMValueRef value, has, flag, name; /* of which */
    int count;
};

static LLVMValueRef number(const struct getopt *g, int n) { return LLVMConstInt(g->word, (uint64_t)(int64_t)n, true); }

static void add_choice(struct getopt *g, LLVMValueRef value, LLVMValueRef has, LLVMValueRef flag, int name)
{
    LLVMBuilderRef b = g->builder;
    LLVMValueRef is = LLVMBuildICmp(b, LLVMIntEQ, g->which, number(g, g->count++), "");
    g->valid = LLVMBuildOr(b, g->valid, is, "");
    g->value = LLVMBuildSelect(b, is, value, g->value, "");
    g->has = LLVMBuildSelect(b, is, has, g->has, "");
    g->flag = LLVMBuildSelect(b, is, flag, g->flag, "");
    g->name = LLVMBuildSelect(b, is, number(g, name), g->name, "");
}

static int begin_of(const char *letters, size_t length) { return length && (*letters == '+' || *letters == '-'); }

static void add_letters(struct getopt *g, const char *text, size_t length)
{
    for (size_t k = (size_t)begin_of(text, length); k < length && text[k]; k++) {
        if (text[k] == ':' || text[k] == ';' || memchr(text, text[k], k))
            continue;
        bool has = k + 1 < length && text[k + 1] == ':', may = has && k + 2 < length && text[k + 2] == ':';
        add_choice(g, number(g, (unsigned char)text[k]), number(g, has + may), LLVMConstNull(LLVMTypeOf(g->flag)), -1);
    }
}

/* Whether nobody can change a table of names: it is given to getopt_long and to nobody else. */
static bool is_settled(LLVMValueRef table)
{
    if (!LLVMIsAGlobalVariable(table) || !LLVMGetInitializer(table))
        return false;
    if (LLVMIsGlobalConstant(table))
        return true;
    each_use(u, table) if (!is_getopt_call(LLVMGetUser(u))) return false;
    return LLVMGetLinkage(table) == LLVMInternalLinkage;
}

/* The rows of a table up to the null pointer that ends it; false: nothing is known of it. */
static bool add_names(struct getopt *g, LLVMValueRef table)
{
    LLVMValueRef rows = is_settled(table) ? LLVMGetInitializer(table) : NULL;
    if (LLVMIsAConstantPointerNull(table))
        return true;
    if (!rows || !LLVMIsAConstantArray(rows))
        return rows && LLVMIsAConstantAggregateZero(rows);
    for (int k = 0; k < LLVMGetNumOperands(rows); k++) {
        LLVMValueRef row = LLVMGetOperand(rows, (unsigned)k);
        if (LLVMIsNull(row))
            return true;
        LLVMValueRef member[4];
        if (LLVMGetNumOperands(row) != 4)
            return false;
        for (unsigned m = 0; m < 4; m++)
            member[m] = LLVMGetOperand(row, m);
        if (LLVMIsNull(member[0]))
            return true;
        add_choice(g, member[3], member[1], member[2], k);
    }
    return false;
}

static LLVMValueRef choose(struct getopt *g, const char *letters, size_t length)
{
    LLVMValueRef valid = LLVMBuildZExt(g->builder, g->valid, g->word, "");
    LLVMValueRef condition = g->count ? valid : number(g, 1); /* if there are none, it is not this one */
    bool in_place = length && *letters == '-',
         quiet = length > (size_t)begin_of(letters, length) && letters[begin_of(letters, length)] == ':';
    bool named = LLVMGetNumArgOperands(g->call) == 5;
    LLVMValueRef index = named ? LLVMGetArgOperand(g->call, 4) : LLVMConstNull(LLVMTypeOf(g->flag));
    LLVMValueRef arguments[] = {LLVMGetArgOperand(g->call, 0),
                                LLVMGetArgOperand(g->call, 1),
                                number(g, (in_place ? 1 : 0) | (quiet ? 2 : 0)),
                                g->value,
                                g->has,
                                g->flag,
                                g->name,
                                index};
    call_model(g->front, g->builder, g->call, "__heddle_assume", &condition, 1);
    return call_model(g->front, g->builder, g->call, "__heddle_argument_option", arguments, sizeof arguments / sizeof *arguments);
}

static LLVMValueRef choose_by_itself(struct getopt *g)
{
    bool named = LLVMGetNumArgOperands(g->call) == 5;
    LLVMValueRef none = LLVMConstNull(LLVMTypeOf(g->flag)), arguments[5] = {NULL, NULL, NULL, none, none};
    for (unsigned k = 0; k < (named ? 5 : 3); k++)
        arguments[k] = LLVMGetArgOperand(g->call, k);
    return call_model(g->front, g->builder, g->call, "__heddle_argument_any_option", arguments, 5);
}

static void replace_option(struct front *f, LLVMBuilderRef b, LLVMValueRef call)
{
    size_t length = 0;
    LLVMTypeRef word = LLVMInt32TypeInContext(f->context);
    LLVMValueRef letters = LLVMGetArgOperand(call, 2), none = LLVMConstInt(word, 0, false);
    const char *text = LLVMIsAGlobalVariable(letters) && LLVMIsGlobalConstant(letters) ? literal_text(letters, &length) : NULL;
    struct getopt g = {.front = f, .builder = b, .word = word, .call = call};
    g.which = call_model(f, b, call, "__heddle_nondet_u32", NULL, 0);
    g.valid = LLVMConstInt(LLVMInt1TypeInContext(f->context), 0, false);
    g.value = g.has = none;
    g.name = LLVMConstAllOnes(word);
    g.flag = LLVMConstNull(LLVMTypeOf(LLVMGetArgOperand(call, 1)));
    bool known = text != NULL;
    if (known)
        add_letters(&g, text, length);
    if (known && LLVMGetNumArgOperands(call) == 5)
        known = add_names(&g, LLVMGetArgOperand(call, 3));
    LLVMReplaceAllUsesWith(call, known ? choose(&g, text, length) : choose_by_itself(&g));
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
        LLVMValueRef text =
            call_model(f, b, *load, here ? "__heddle_argument_at" : "__heddle_argument_elsewhere", arguments, here ? 2 : 1);
        LLVMReplaceAllUsesWith(*load, text);
        LLVMInstructionEraseFromParent(*load);
    }
    LLVMDisposeBuilder(b);
}
