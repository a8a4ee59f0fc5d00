/* Vectors, element by element. */
#include "frontend/wide_values.h"

#include "base/text.h"

static bool is_vector(LLVMTypeRef t) { return is_wide(t) && LLVMGetTypeKind(t) == LLVMVectorTypeKind; }

static bool elementwise(struct splitting *w, LLVMValueRef i, LLVMValueRef *out)
{
    LLVMValueRef x[MOST_PARTS], y[MOST_PARTS];
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    LLVMTypeRef to = LLVMGetElementType(LLVMTypeOf(i));
    bool two = LLVMGetNumOperands(i) == 2, cast = LLVMIsACastInst(i);
    if (!is_vector(LLVMTypeOf(LLVMGetOperand(i, 0))))
        return false;
    get_parts(w, LLVMGetOperand(i, 0), x);
    if (two)
        get_parts(w, LLVMGetOperand(i, 1), y);
    for (unsigned k = 0; k < part_count(LLVMTypeOf(i)); k++)
        if (op == LLVMICmp)
            out[k] = LLVMBuildICmp(w->b, LLVMGetICmpPredicate(i), x[k], y[k], "");
        else if (op == LLVMFCmp)
            out[k] = LLVMBuildFCmp(w->b, LLVMGetFCmpPredicate(i), x[k], y[k], "");
        else if (op == LLVMFNeg)
            out[k] = LLVMBuildFNeg(w->b, x[k], "");
        else if (cast)
            out[k] = LLVMBuildCast(w->b, op, x[k], to, "");
        else
            out[k] = LLVMBuildBinOp(w->b, op, x[k], y[k], "");
    return true;
}

/* An index that is not constant must lie within. */
static LLVMValueRef is_index(struct splitting *w, LLVMValueRef index, unsigned k)
{
    return LLVMBuildICmp(w->b, LLVMIntEQ, index, LLVMConstInt(LLVMTypeOf(index), k, false), "");
}

static void insist_index(struct splitting *w, LLVMValueRef index, unsigned count)
{
    if (count < 128 || LLVMGetIntTypeWidth(LLVMTypeOf(index)) > 8)
        insist_defined(w->front, w->b, "access",
                       LLVMBuildICmp(w->b, LLVMIntULT, index, LLVMConstInt(LLVMTypeOf(index), count, false), ""));
}

static bool extract(struct splitting *w, LLVMValueRef i, LLVMValueRef *out)
{
    LLVMValueRef vector = LLVMGetOperand(i, 0), index = LLVMGetOperand(i, 1), x[MOST_PARTS];
    unsigned n = part_count(LLVMTypeOf(vector));
    get_parts(w, vector, x);
    insist_index(w, index, n);
    out[0] = x[0];
    for (unsigned k = 1; k < n; k++)
        out[0] = LLVMBuildSelect(w->b, is_index(w, index, k), x[k], out[0], "");
    return true;
}

static bool insert(struct splitting *w, LLVMValueRef i, LLVMValueRef *out)
{
    LLVMValueRef element = LLVMGetOperand(i, 1), index = LLVMGetOperand(i, 2), x[MOST_PARTS];
    unsigned n = part_count(LLVMTypeOf(i));
    get_parts(w, LLVMGetOperand(i, 0), x);
    insist_index(w, index, n);
    for (unsigned k = 0; k < n; k++)
        out[k] = LLVMBuildSelect(w->b, is_index(w, index, k), element, x[k], "");
    return true;
}

static bool shuffle(struct splitting *w, LLVMValueRef i, LLVMValueRef *out)
{
    LLVMValueRef x[2 * MOST_PARTS];
    LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(i, 0));
    unsigned n = part_count(from);
    get_parts(w, LLVMGetOperand(i, 0), x);
    get_parts(w, LLVMGetOperand(i, 1), x + n);
    for (unsigned k = 0; k < part_count(LLVMTypeOf(i)); k++) {
        int at = LLVMGetMaskValue(i, k);
        out[k] = at < 0 ? LLVMGetUndef(LLVMGetElementType(from)) : x[at];
    }
    return true;
}

/* --- intrinsics --- */

/* The same for each element: the type of the elements is their only parameter. */
static bool is_elementwise(const char *name)
{
    static const char *const known[] = {"abs",      "smax",   "smin",       "umax",     "umin",     "ctpop",     "ctlz",
                                        "cttz",     "bswap",  "bitreverse", "fshl",     "fshr",     "fabs",      "sqrt",
                                        "floor",    "ceil",   "fmuladd",    "trunc",    "rint",     "nearbyint", "round",
                                        "copysign", "minnum", "maxnum",     "sadd.sat", "uadd.sat", "ssub.sat",  "usub.sat"};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        size_t n = strlen(known[k]);
        if (strncmp(name, known[k], n) == 0 && starts_with(name + n, ".v"))
            return true;
    }
    return false;
}

static bool call_each(struct splitting *w, LLVMValueRef call, LLVMValueRef *out)
{
    enum { MOST_ARGUMENTS = 4 };
    LLVMValueRef x[MOST_ARGUMENTS][MOST_PARTS], arguments[MOST_ARGUMENTS];
    LLVMTypeRef element = LLVMGetElementType(LLVMTypeOf(call));
    unsigned n = LLVMGetNumArgOperands(call);
    if (n > MOST_ARGUMENTS)
        return false;
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(w->front->module, LLVMGetIntrinsicID(called_function(call)), &element, 1);
    for (unsigned j = 0; j < n; j++)
        if (is_vector(LLVMTypeOf(LLVMGetArgOperand(call, j))))
            get_parts(w, LLVMGetArgOperand(call, j), x[j]);
    for (unsigned k = 0; k < part_count(LLVMTypeOf(call)); k++) {
        for (unsigned j = 0; j < n; j++)
            arguments[j] = is_vector(LLVMTypeOf(LLVMGetArgOperand(call, j))) ? x[j][k] : LLVMGetArgOperand(call, j);
        out[k] = LLVMBuildCall2(w->b, LLVMGlobalGetValueType(fn), fn, arguments, n, "");
    }
    return true;
}

/* llvm.vector.reduce.add and the like; all of them are associative. */
static bool reduce(struct splitting *w, LLVMValueRef call, const char *what, LLVMValueRef *out)
{
    static const struct {
        const char *name;
        LLVMOpcode op;
    } table[] = {{"add.", LLVMAdd}, {"mul.", LLVMMul}, {"and.", LLVMAnd}, {"or.", LLVMOr}, {"xor.", LLVMXor}};
    LLVMValueRef x[MOST_PARTS];
    for (size_t t = 0; t < sizeof table / sizeof *table; t++) {
        if (!starts_with(what, table[t].name))
            continue;
        get_parts(w, LLVMGetArgOperand(call, 0), x);
        out[0] = x[0];
        for (unsigned k = 1; k < part_count(LLVMTypeOf(LLVMGetArgOperand(call, 0))); k++)
            out[0] = LLVMBuildBinOp(w->b, table[t].op, out[0], x[k], "");
        return true;
    }
    return false;
}

static bool intrinsic(struct splitting *w, LLVMValueRef call, LLVMValueRef *out)
{
    static const char reduction[] = "llvm.vector.reduce.";
    const char *name = called_name(call);
    if (starts_with(name, reduction))
        return is_vector(LLVMTypeOf(LLVMGetArgOperand(call, 0))) && reduce(w, call, name + sizeof reduction - 1, out);
    return starts_with(name, "llvm.") && is_elementwise(name + 5) && is_vector(LLVMTypeOf(call)) && call_each(w, call, out);
}

bool split_vector(struct splitting *w, LLVMValueRef i, LLVMValueRef *out)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMExtractElement: return is_vector(LLVMTypeOf(LLVMGetOperand(i, 0))) && extract(w, i, out);
    case LLVMInsertElement: return is_vector(LLVMTypeOf(i)) && insert(w, i, out);
    case LLVMShuffleVector: return is_vector(LLVMTypeOf(i)) && is_vector(LLVMTypeOf(LLVMGetOperand(i, 0))) && shuffle(w, i, out);
    case LLVMCall: return intrinsic(w, i, out);
    case LLVMICmp:
    case LLVMFCmp:
    case LLVMFNeg: return is_vector(LLVMTypeOf(i)) && elementwise(w, i, out);
    default: return is_vector(LLVMTypeOf(i)) && (LLVMIsABinaryOperator(i) || LLVMIsACastInst(i)) && elementwise(w, i, out);
    }
}
