/* Conditions on what C leaves undefined, as calls of __heddle_defined.KIND(condition) before the instruction. They come in before
 * LLVM folds anything: a folded shift by too much, for one, is poison, and poison vanishes where it meets another value in a phi.
 * lower_call.c makes each call a requirement. */
#include "frontend/front.h"

#include "base/text.h"

void insist_defined(struct front *f, LLVMBuilderRef b, const char *kind, LLVMValueRef condition)
{
    LLVMTypeRef bit = LLVMInt1TypeInContext(f->context);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->context), &bit, 1, false);
    const char *name = arena_printf(&f->arena, "__heddle_defined.%s", kind);
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, name);
    if (!LLVMIsAConstantInt(condition) || LLVMIsNull(condition))
        LLVMBuildCall2(b, type, fn ? fn : LLVMAddFunction(f->module, name, type), &condition, 1, "");
}

static void guard_shift(struct front *f, LLVMBuilderRef b, LLVMValueRef i)
{
    LLVMValueRef by = LLVMGetOperand(i, 1);
    LLVMTypeRef t = LLVMTypeOf(i);
    LLVMValueRef width = LLVMConstInt(t, LLVMGetIntTypeWidth(t), false);
    LLVMPositionBuilderBefore(b, i);
    insist_defined(f, b, "shift", LLVMBuildICmp(b, LLVMIntULT, by, width, ""));
}

static void guard_division(struct front *f, LLVMBuilderRef b, LLVMValueRef i, bool is_signed)
{
    LLVMValueRef number = LLVMGetOperand(i, 0), by = LLVMGetOperand(i, 1);
    LLVMTypeRef t = LLVMTypeOf(i);
    LLVMPositionBuilderBefore(b, i);
    insist_defined(f, b, "division", LLVMBuildICmp(b, LLVMIntNE, by, LLVMConstInt(t, 0, false), ""));
    if (!is_signed)
        return;
    LLVMValueRef least = LLVMConstInt(t, UINT64_C(1) << (LLVMGetIntTypeWidth(t) - 1), false);
    LLVMValueRef harmless = LLVMBuildICmp(b, LLVMIntNE, by, LLVMConstAllOnes(t), "");
    if (LLVMIsAConstantInt(harmless) && !LLVMIsNull(harmless))
        return;
    insist_defined(f, b, "overflow", LLVMBuildOr(b, harmless, LLVMBuildICmp(b, LLVMIntNE, number, least, ""), ""));
}

/* What is left of the number without its fraction must fit: it lies between the least integer - 1, or the least integer where the format does not
 * have that number, and the integer behind the largest. */
static void guard_conversion(struct front *f, LLVMBuilderRef b, LLVMValueRef i, bool is_signed)
{
    LLVMValueRef number = LLVMGetOperand(i, 0);
    LLVMTypeRef t = LLVMTypeOf(number);
    bool is_float = LLVMGetTypeKind(t) == LLVMFloatTypeKind;
    if (!is_float && LLVMGetTypeKind(t) != LLVMDoubleTypeKind)
        return; /* a long double: long_doubles.c */
    unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(i)), digits = is_float ? 24 : 53;
    double least = is_signed ? -(double)(UINT64_C(1) << (width - 1)) : 0,
           behind = 2.0 * (double)(UINT64_C(1) << (width - 1 - is_signed));
    bool has_fractions = !is_signed || width <= digits;
    LLVMPositionBuilderBefore(b, i);
    LLVMValueRef low = LLVMBuildFCmp(b, has_fractions ? LLVMRealOGT : LLVMRealOGE, number, LLVMConstReal(t, least - has_fractions),
                                     ""),
                 high = LLVMBuildFCmp(b, LLVMRealOLT, number, LLVMConstReal(t, behind), "");
    insist_defined(f, b, "conversion", LLVMBuildAnd(b, low, high, ""));
}

/* How clang writes ffs(x): x == 0 ? 0 : cttz(x) + 1. What the count of a 0 would be does not matter there. */
static bool only_of_others(LLVMValueRef call)
{
    LLVMUseRef sum = LLVMGetFirstUse(call), choice = sum ? LLVMGetFirstUse(LLVMGetUser(sum)) : NULL;
    if (!choice || LLVMGetNextUse(sum) || LLVMGetNextUse(choice) || !is_instruction(LLVMGetUser(sum), LLVMAdd) ||
        !is_instruction(LLVMGetUser(choice), LLVMSelect))
        return false;
    LLVMValueRef select = LLVMGetUser(choice), is_zero = LLVMGetOperand(select, 0);
    return LLVMIsAICmpInst(is_zero) && LLVMGetICmpPredicate(is_zero) == LLVMIntEQ &&
           LLVMGetOperand(is_zero, 0) == LLVMGetArgOperand(call, 0) && LLVMIsNull(LLVMGetOperand(is_zero, 1)) &&
           LLVMGetOperand(select, 2) == LLVMGetUser(sum);
}

/* Leading or trailing zeroes: of 0 there is no number of them. */
static void guard_bit_count(struct front *f, LLVMBuilderRef b, LLVMValueRef call)
{
    const char *name = called_name(call);
    if ((!starts_with(name, "llvm.ctlz.") && !starts_with(name, "llvm.cttz.")) || only_of_others(call))
        return;
    LLVMPositionBuilderBefore(b, call);
    LLVMValueRef of_zero = LLVMBuildNot(b, LLVMGetArgOperand(call, 1), "");
    LLVMValueRef nonzero = LLVMBuildICmp(b, LLVMIntNE, LLVMGetArgOperand(call, 0), LLVMConstInt(LLVMTypeOf(call), 0, false), "");
    insist_defined(f, b, "bits", LLVMBuildOr(b, of_zero, nonzero, ""));
}

/* Of an array of variable length clang keeps the number of elements as one without sign: a negative one is more than any stack has room for. */
static void guard_length(struct front *f, LLVMBuilderRef b, LLVMValueRef alloca)
{
    LLVMValueRef count = LLVMGetOperand(alloca, 0);
    LLVMTypeRef t = LLVMTypeOf(count);
    if (LLVMIsAConstantInt(count) || !starts_with(value_name(alloca), "vla"))
        return;
    LLVMPositionBuilderBefore(b, alloca);
    LLVMValueRef more = LLVMBuildSub(b, count, LLVMConstInt(t, 1, false), "");
    insist_defined(f, b, "length", LLVMBuildICmp(b, LLVMIntULT, more, LLVMConstInt(t, INT32_MAX, false), ""));
}

void guard_arithmetic(struct front *f)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(f->context);
    each_function(fn, f->module) each_block(b, fn) each_instruction(i, b)
    {
        LLVMTypeRef t = LLVMTypeOf(i);
        if (LLVMIsAAllocaInst(i))
            guard_length(f, builder, i);
        if (LLVMGetTypeKind(t) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(t) > 64)
            continue; /* wider ones are words by now, with their own conditions: wide_integers.c */
        switch (LLVMGetInstructionOpcode(i)) {
        case LLVMShl:
        case LLVMLShr:
        case LLVMAShr: guard_shift(f, builder, i); break;
        case LLVMUDiv:
        case LLVMURem: guard_division(f, builder, i, false); break;
        case LLVMSDiv:
        case LLVMSRem: guard_division(f, builder, i, true); break;
        case LLVMFPToSI:
        case LLVMFPToUI: guard_conversion(f, builder, i, LLVMGetInstructionOpcode(i) == LLVMFPToSI); break;
        case LLVMCall: guard_bit_count(f, builder, i); break;
        default: break;
        }
    }
    LLVMDisposeBuilder(builder);
}

void guard_constant_load(struct front *f, LLVMValueRef load, LLVMValueRef global)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    LLVMTypeRef t = LLVMIntTypeInContext(f->context, 8 * f->pointer_bytes);
    uint64_t size = type_size(f, LLVMGlobalGetValueType(global)), width = type_store_size(f, LLVMTypeOf(load));
    LLVMPositionBuilderBefore(b, load);
    LLVMValueRef at = LLVMBuildPtrToInt(b, LLVMGetOperand(load, 0), t, ""), start = LLVMBuildPtrToInt(b, global, t, "");
    LLVMValueRef last = LLVMConstInt(t, size < width ? 0 : size - width, false);
    insist_defined(f, b, "access", LLVMBuildICmp(b, LLVMIntULE, LLVMBuildSub(b, at, start, ""), last, ""));
    LLVMDisposeBuilder(b);
}
