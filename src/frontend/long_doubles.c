/* Numbers of type long double, as x87 has them: two words (models/long_double.c says which), and operations that a model computes exactly. */
#include "frontend/wide_values.h"

#include "base/text.h"

struct words {
    LLVMValueRef digits, head;
};

static LLVMTypeRef word_type(const struct splitting *w) { return LLVMInt64TypeInContext(w->front->context); }
static LLVMTypeRef bit_type(const struct splitting *w) { return LLVMInt1TypeInContext(w->front->context); }
static LLVMValueRef constant(const struct splitting *w, uint64_t n) { return LLVMConstInt(word_type(w), n, false); }

static struct words words_of(struct splitting *w, LLVMValueRef v)
{
    LLVMValueRef parts[2];
    get_parts(w, v, parts);
    return (struct words){parts[0], parts[1]};
}

/* NULL if the model is not there. */
static LLVMValueRef call(struct splitting *w, const char *operation, LLVMValueRef *arguments, unsigned count)
{
    const char *name = arena_printf(&w->front->arena, "__heddle_long_double_%s", operation);
    LLVMValueRef model = LLVMGetNamedFunction(w->front->module, name);
    if (!model || !is_defined(model) || LLVMCountParams(model) != count)
        return NULL;
    LLVMTypeRef types[5];
    LLVMGetParamTypes(LLVMGlobalGetValueType(model), types);
    for (unsigned k = 0; k < count; k++)
        arguments[k] = LLVMBuildIntCast2(w->b, arguments[k], types[k], false, "");
    return LLVMBuildCall2(w->b, LLVMGlobalGetValueType(model), model, arguments, count, "");
}

/* Both words of a result: the last argument says which. */
static bool call_for_both(struct splitting *w, const char *operation, const LLVMValueRef *arguments, unsigned count,
                          LLVMValueRef *out)
{
    for (unsigned which = 0; which < 2; which++) {
        LLVMValueRef all[5];
        assert(count < sizeof all / sizeof *all);
        memcpy(all, arguments, count * sizeof *all);
        all[count] = constant(w, which);
        out[which] = call(w, operation, all, count + 1);
        if (!out[which])
            return false;
    }
    return true;
}

static LLVMValueRef negated(struct splitting *w, LLVMValueRef head) { return LLVMBuildXor(w->b, head, constant(w, 0x8000), ""); }

static bool arithmetic(struct splitting *w, LLVMValueRef i, LLVMOpcode op, LLVMValueRef *out)
{
    struct words a = words_of(w, LLVMGetOperand(i, 0)), b = words_of(w, LLVMGetOperand(i, 1));
    const char *name = op == LLVMFMul ? "multiply" : op == LLVMFDiv ? "divide" : "add";
    LLVMValueRef arguments[] = {a.digits, a.head, b.digits, op == LLVMFSub ? negated(w, b.head) : b.head};
    return call_for_both(w, name, arguments, 4, out);
}

static bool compare(struct splitting *w, LLVMValueRef i, LLVMValueRef *out)
{
    struct words a = words_of(w, LLVMGetOperand(i, 0)), b = words_of(w, LLVMGetOperand(i, 1));
    LLVMValueRef arguments[] = {a.digits, a.head, b.digits, b.head}, relation = call(w, "compare", arguments, 4);
    if (!relation)
        return false;
    LLVMTypeRef t = LLVMTypeOf(relation); /* a bit of the number of the predicate */
    relation = LLVMBuildAnd(w->b, relation, LLVMConstInt(t, LLVMGetFCmpPredicate(i), false), "");
    out[0] = LLVMBuildICmp(w->b, LLVMIntNE, relation, LLVMConstNull(t), "");
    return true;
}

/* --- conversions --- */

static bool from_real(struct splitting *w, LLVMValueRef v, LLVMValueRef *out)
{
    LLVMTypeRef real = LLVMDoubleTypeInContext(w->front->context);
    if (LLVMTypeOf(v) != real && LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMFloatTypeKind)
        return false;
    v = LLVMTypeOf(v) == real ? v : LLVMBuildFPExt(w->b, v, real, "");
    LLVMValueRef bits = LLVMBuildBitCast(w->b, v, word_type(w), "");
    return call_for_both(w, "of_double", &bits, 1, out);
}

static bool to_real(struct splitting *w, LLVMValueRef i, LLVMValueRef *out)
{
    struct words a = words_of(w, LLVMGetOperand(i, 0));
    LLVMTypeRef t = LLVMTypeOf(i);
    bool is_float = LLVMGetTypeKind(t) == LLVMFloatTypeKind;
    LLVMValueRef bits = call(w, is_float ? "to_float" : "to_double", (LLVMValueRef[]){a.digits, a.head}, 2);
    if (!bits || (!is_float && LLVMGetTypeKind(t) != LLVMDoubleTypeKind))
        return false;
    if (is_float)
        bits = LLVMBuildTrunc(w->b, bits, LLVMInt32TypeInContext(w->front->context), "");
    out[0] = LLVMBuildBitCast(w->b, bits, t, "");
    return true;
}

static bool from_integer(struct splitting *w, LLVMValueRef v, bool is_signed, LLVMValueRef *out)
{
    if (is_wide(LLVMTypeOf(v)))
        return false;
    LLVMValueRef value = LLVMBuildIntCast2(w->b, v, word_type(w), is_signed, "");
    LLVMValueRef negative = is_signed ? LLVMBuildICmp(w->b, LLVMIntSLT, value, constant(w, 0), "") : LLVMConstNull(bit_type(w));
    return call_for_both(w, "of_integer", (LLVMValueRef[]){value, negative}, 2, out);
}

static bool to_integer(struct splitting *w, LLVMValueRef i, bool is_signed, LLVMValueRef *out)
{
    if (is_wide(LLVMTypeOf(i)))
        return false;
    struct words a = words_of(w, LLVMGetOperand(i, 0));
    LLVMValueRef bits = constant(w, LLVMGetIntTypeWidth(LLVMTypeOf(i))), kind = LLVMConstInt(bit_type(w), is_signed, false);
    LLVMValueRef fits = call(w, "fits", (LLVMValueRef[]){a.digits, a.head, bits, kind}, 4),
                 value = call(w, "to_integer", (LLVMValueRef[]){a.digits, a.head}, 2);
    if (!fits || !value)
        return false;
    insist_defined(w->front, w->b, "conversion", LLVMBuildTrunc(w->b, fits, bit_type(w), ""));
    out[0] = LLVMBuildTrunc(w->b, value, LLVMTypeOf(i), "");
    return true;
}

static bool is_of_kind(struct splitting *w, LLVMValueRef i, LLVMValueRef *out)
{
    struct words a = words_of(w, LLVMGetArgOperand(i, 0));
    LLVMValueRef kind = call(w, "kind", (LLVMValueRef[]){a.digits, a.head}, 2);
    if (!kind)
        return false;
    LLVMValueRef wanted = LLVMBuildIntCast2(w->b, LLVMGetArgOperand(i, 1), LLVMTypeOf(kind), false, "");
    out[0] = LLVMBuildICmp(w->b, LLVMIntNE, LLVMBuildAnd(w->b, kind, wanted, ""), LLVMConstNull(LLVMTypeOf(kind)), "");
    return true;
}

static LLVMValueRef any_word(struct splitting *w, unsigned bits, LLVMValueRef what)
{
    LLVMTypeRef t = LLVMIntTypeInContext(w->front->context, bits), text = LLVMTypeOf(what),
                type = LLVMFunctionType(t, &text, 1, false);
    const char *name = arena_printf(&w->front->arena, "__heddle_any_value.i%u", bits);
    LLVMValueRef fn = LLVMGetNamedFunction(w->front->module, name);
    fn = fn ? fn : LLVMAddFunction(w->front->module, name, type);
    return LLVMBuildZExt(w->b, LLVMBuildCall2(w->b, type, fn, &what, 1, ""), word_type(w), "");
}

/* What is not computed (roots, rounding to integers, results of the library) is any number. */
static bool anything(struct splitting *w, LLVMValueRef i, LLVMValueRef *out)
{
    const char *name = called_name(i);
    bool is_any = starts_with(name, "__heddle_any_value.");
    if ((!is_any && !starts_with(name, "llvm.")) || !is_long_double(LLVMTypeOf(i)))
        return false;
    LLVMValueRef what = is_any ? LLVMGetArgOperand(i, 0)
                               : LLVMBuildGlobalString(w->b, arena_printf(&w->front->arena, "what '%s' gives", name), "what");
    if (!is_any)
        LLVMSetLinkage(what, LLVMPrivateLinkage);
    out[0] = any_word(w, 64, what);
    out[1] = any_word(w, 16, what);
    return true;
}

static bool intrinsic(struct splitting *w, LLVMValueRef i, LLVMValueRef *out)
{
    LLVMValueRef sign = constant(w, 0x8000), rest = constant(w, 0x7fff);
    bool is_copysign = starts_with(called_name(i), "llvm.copysign.");
    if (starts_with(called_name(i), "llvm.is.fpclass."))
        return is_of_kind(w, i, out);
    if (!is_copysign && !starts_with(called_name(i), "llvm.fabs."))
        return anything(w, i, out);
    struct words a = words_of(w, LLVMGetArgOperand(i, 0));
    out[0] = a.digits;
    out[1] = LLVMBuildAnd(w->b, a.head, rest, "");
    if (is_copysign) {
        LLVMValueRef other = words_of(w, LLVMGetArgOperand(i, 1)).head;
        out[1] = LLVMBuildOr(w->b, out[1], LLVMBuildAnd(w->b, other, sign, ""), "");
    }
    return true;
}

bool split_long_double(struct splitting *w, LLVMValueRef i, LLVMValueRef *out)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    LLVMValueRef first = LLVMGetNumOperands(i) ? LLVMGetOperand(i, 0) : NULL;
    if (!first || (!is_long_double(LLVMTypeOf(i)) && !is_long_double(LLVMTypeOf(first))))
        return false;
    switch (op) {
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv: return arithmetic(w, i, op, out);
    case LLVMFNeg: {
        struct words a = words_of(w, first);
        out[0] = a.digits;
        out[1] = negated(w, a.head);
        return true;
    }
    case LLVMFCmp: return compare(w, i, out);
    case LLVMFPExt: return from_real(w, first, out);
    case LLVMFPTrunc: return to_real(w, i, out);
    case LLVMSIToFP:
    case LLVMUIToFP: return from_integer(w, first, op == LLVMSIToFP, out);
    case LLVMFPToSI:
    case LLVMFPToUI: return to_integer(w, i, op == LLVMFPToSI, out);
    case LLVMCall: return intrinsic(w, i, out);
    default: return false;
    }
}
