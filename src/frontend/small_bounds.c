/* Requires promoted local variables. What is asked of LLVM is asked in a copy of the module, which its pass over correlated values
 * rewrites and which is thrown away: is a comparison with SMALL_BOUND, made where the value is used, always true? */
#include "frontend/small_bounds.h"
#include <llvm-c/Support.h>
#include <pthread.h>

static const char *const QUESTION = "__heddle_is_small";

static unsigned smaller_kind(struct front *f)
{
    static const char name[] = "heddle.smaller";
    return LLVMGetMDKindIDInContext(f->context, name, sizeof name - 1);
}

static bool is_from_outside(LLVMValueRef v, const struct map *blocks)
{
    if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMIntegerTypeKind || LLVMIsConstant(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) < 8)
        return false;
    return LLVMIsAArgument(v) || (LLVMIsAInstruction(v) && !map_get(blocks, map_pointer_key(LLVMGetInstructionParent(v)), NULL));
}

/* The comparisons of the loop, with a value from outside; the values with which its counters begin. */
void small_bounds_find(LLVMBasicBlockRef head, const struct map *blocks, bound_vector *out)
{
    each_block(b, LLVMGetBasicBlockParent(head))
    {
        if (!map_get(blocks, map_pointer_key(b), NULL))
            continue;
        each_instruction(i, b)
        {
            if (LLVMIsAICmpInst(i)) {
                for (unsigned k = 0; k < 2; k++)
                    if (is_from_outside(LLVMGetOperand(i, k), blocks))
                        vector_push(out, (struct round_bound){i, k});
            } else if (b == head && LLVMIsAPHINode(i)) {
                for (unsigned k = 0; k < LLVMCountIncoming(i); k++)
                    if (is_from_outside(LLVMGetIncomingValue(i, k), blocks))
                        vector_push(out, (struct round_bound){i, k});
            }
        }
    }
}

static bool is_signed(const struct round_bound *b)
{
    LLVMIntPredicate p = LLVMIsAICmpInst(b->user) ? LLVMGetICmpPredicate(b->user) : LLVMIntSLT;
    return p == LLVMIntSLT || p == LLVMIntSLE || p == LLVMIntSGT || p == LLVMIntSGE;
}

static LLVMValueRef limit(LLVMValueRef v) { return LLVMConstInt(LLVMTypeOf(v), SMALL_BOUND, false); }

static void ask(struct front *f, LLVMBuilderRef b, const struct round_bound *x, uint32_t number)
{
    LLVMTypeRef parameters[] = {LLVMInt32TypeInContext(f->context), LLVMInt1TypeInContext(f->context)};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), parameters, 2, false);
    LLVMValueRef question = LLVMGetNamedFunction(f->module, QUESTION), v = LLVMGetOperand(x->user, x->operand);
    if (!question)
        question = LLVMAddFunction(f->module, QUESTION, type);
    bool phi = LLVMIsAPHINode(x->user);
    LLVMPositionBuilderBefore(b, phi ? LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(x->user, x->operand)) : x->user);
    LLVMValueRef small = LLVMBuildICmp(b, is_signed(x) ? LLVMIntSLE : LLVMIntULE, v, limit(v), "");
    LLVMValueRef arguments[] = {LLVMConstInt(parameters[0], number, false), small};
    LLVMBuildCall2(b, type, question, arguments, 2, "");
}

/* Of the module as it is: which questions are answered by yes. */
static void read_answers(struct front *f, bool *yes)
{
    each_use(u, LLVMGetNamedFunction(f->module, QUESTION))
    {
        LLVMValueRef call = LLVMGetUser(u), answer = LLVMGetOperand(call, 1);
        if (LLVMIsAConstantInt(answer) && LLVMConstIntGetZExtValue(answer) == 1)
            yes[LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0))] = true;
    }
}

static void remove_questions(struct front *f)
{
    LLVMValueRef question = LLVMGetNamedFunction(f->module, QUESTION);
    for (LLVMUseRef u; (u = LLVMGetFirstUse(question));) {
        LLVMValueRef call = LLVMGetUser(u), small = LLVMGetOperand(call, 1);
        LLVMInstructionEraseFromParent(call);
        if (LLVMIsAInstruction(small) && !LLVMGetFirstUse(small))
            LLVMInstructionEraseFromParent(small);
    }
    LLVMDeleteFunction(question);
}

static void find_small(struct front *f, LLVMBuilderRef b, const bound_vector *bounds, bool *yes)
{
    for (uint32_t i = 0; i < bounds->size; i++)
        ask(f, b, &bounds->data[i], i);
    LLVMModuleRef here = f->module;
    f->module = LLVMCloneModule(here);
    if (run_passes(f, "ipsccp"))
        read_answers(f, yes);
    LLVMDisposeModule(f->module);
    f->module = here;
    remove_questions(f);
}

static void position_behind(LLVMBuilderRef b, LLVMValueRef v)
{
    LLVMValueRef at =
        LLVMIsAArgument(v) ? LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(LLVMGetParamParent(v))) : LLVMGetNextInstruction(v);
    while (LLVMIsAPHINode(at))
        at = LLVMGetNextInstruction(at);
    LLVMPositionBuilderBefore(b, at);
}

static LLVMValueRef smaller(struct front *f, LLVMBuilderRef b, LLVMValueRef v, bool with_sign)
{
    const char *name = with_sign ? "llvm.smin" : "llvm.umin";
    LLVMTypeRef type = LLVMTypeOf(v);
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef arguments[] = {v, limit(v)};
    position_behind(b, v);
    LLVMValueRef call = LLVMBuildCall2(b, LLVMIntrinsicGetType(f->context, id, &type, 1),
                                       LLVMGetIntrinsicDeclaration(f->module, id, &type, 1), arguments, 2, "");
    if (LLVMIsAInstruction(call))
        LLVMSetMetadata(call, smaller_kind(f), LLVMMDNodeInContext(f->context, NULL, 0));
    return call;
}

/* A loop that is tested at its head has one trip more than rounds. LLVM has this for the whole process, and takes it once. */
static void unroll_as_far(void)
{
    static const char *const options[] = {"heddle", "-unroll-max-upperbound=9"};
    _Static_assert(SMALL_BOUND == 8, "the option is one more");
    LLVMParseCommandLineOptions(2, options, NULL);
}

void small_bounds_write(struct front *f, bound_vector *bounds)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (!bounds->size)
        return;
    pthread_once(&once, unroll_as_far);
    bool *yes = NEW_ARRAY(bool, bounds->size);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    find_small(f, b, bounds, yes);
    for (uint32_t i = 0; i < bounds->size; i++) {
        const struct round_bound *x = &bounds->data[i];
        LLVMValueRef v = LLVMGetOperand(x->user, x->operand);
        if (yes[i] && !LLVMIsATerminatorInst(v))
            LLVMSetOperand(x->user, x->operand, smaller(f, b, v, is_signed(x)));
    }
    LLVMDisposeBuilder(b);
    mem_free(yes);
}

/* They are found by their mark: unrolling may have removed some, and copied others. */
static void remove_from(LLVMValueRef function, unsigned kind)
{
    each_block(b, function)
    {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (!LLVMGetMetadata(i, kind))
                continue;
            LLVMReplaceAllUsesWith(i, LLVMGetOperand(i, 0));
            LLVMInstructionEraseFromParent(i);
        }
    }
}

void small_bounds_remove(struct front *f, bound_vector *bounds)
{
    if (bounds->size)
        each_function(fn, f->module) remove_from(fn, smaller_kind(f));
    vector_free(bounds);
}
