/* Goes through all functions and replaces values that have parts. Where such a value meets what stays whole (a call, a return, an operation that is
 * not known), it is put together again from its parts: once calls are inlined, the next round takes it apart for good. What is left
 * then is unsupported. */
#include "frontend/wide_values.h"

#include "frontend/cfg.h"
#include "frontend/leaves.h"

#include "base/text.h"

bool is_wide_integer(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) > 64 && LLVMGetIntTypeWidth(t) <= 64 * MOST_WORDS;
}

static bool is_scalar(LLVMTypeRef t)
{
    LLVMTypeKind k = LLVMGetTypeKind(t);
    return k == LLVMPointerTypeKind || k == LLVMFloatTypeKind || k == LLVMDoubleTypeKind ||
           (k == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) <= 64);
}

bool is_long_double(LLVMTypeRef t) { return LLVMGetTypeKind(t) == LLVMX86_FP80TypeKind; }

/* Of 64 bits, rather than elements. */
static bool has_words(LLVMTypeRef t) { return is_wide_integer(t) || is_long_double(t); }

static unsigned width_of(LLVMTypeRef t) { return is_long_double(t) ? LONG_DOUBLE_BITS : LLVMGetIntTypeWidth(t); }

static LLVMTypeRef integer_type(const struct splitting *w, LLVMTypeRef t)
{
    return LLVMIntTypeInContext(w->front->context, width_of(t));
}

bool is_wide(LLVMTypeRef t)
{
    return has_words(t) ||
           (LLVMGetTypeKind(t) == LLVMVectorTypeKind && LLVMGetVectorSize(t) <= MOST_PARTS && is_scalar(LLVMGetElementType(t)));
}

unsigned part_count(LLVMTypeRef t) { return has_words(t) ? (width_of(t) + 63) / 64 : LLVMGetVectorSize(t); }

static LLVMTypeRef part_type(struct splitting *w, LLVMTypeRef t)
{
    return has_words(t) ? LLVMInt64TypeInContext(w->front->context) : LLVMGetElementType(t);
}

/* --- parts of values --- */

static void take_apart(struct splitting *w, LLVMValueRef v, LLVMValueRef *out)
{
    LLVMTypeRef t = LLVMTypeOf(v), word = LLVMInt64TypeInContext(w->front->context);
    if (is_long_double(t)) {
        t = integer_type(w, t);
        v = LLVMBuildBitCast(w->b, v, t, "");
    }
    for (unsigned k = 0; k < part_count(t); k++)
        if (!has_words(t))
            out[k] = LLVMBuildExtractElement(w->b, v, LLVMConstInt(word, k, false), "");
        else {
            LLVMValueRef high = k ? LLVMBuildLShr(w->b, v, LLVMConstInt(t, 64 * k, false), "") : v;
            unsigned left = LLVMGetIntTypeWidth(t) - 64 * k;
            LLVMTypeRef some = LLVMIntTypeInContext(w->front->context, left < 64 ? left : 64);
            out[k] = LLVMBuildZExt(w->b, LLVMBuildTrunc(w->b, high, some, ""), word, "");
        }
}

static LLVMValueRef put_together(struct splitting *w, LLVMTypeRef t, LLVMValueRef const *parts)
{
    LLVMTypeRef word = LLVMInt64TypeInContext(w->front->context);
    if (is_long_double(t))
        return LLVMBuildBitCast(w->b, put_together(w, integer_type(w, t), parts), t, "");
    LLVMValueRef v = has_words(t) ? NULL : LLVMGetUndef(t);
    for (unsigned k = 0; k < part_count(t); k++)
        if (!has_words(t))
            v = LLVMBuildInsertElement(w->b, v, parts[k], LLVMConstInt(word, k, false), "");
        else {
            LLVMValueRef part = LLVMBuildZExt(w->b, parts[k], t, "");
            part = k ? LLVMBuildShl(w->b, part, LLVMConstInt(t, 64 * k, false), "") : part;
            v = v ? LLVMBuildOr(w->b, v, part, "") : part;
        }
    return v;
}

static void set_parts(struct splitting *w, LLVMValueRef v, LLVMValueRef const *parts)
{
    map_put(&w->first, map_pointer_key(v), w->parts.size);
    for (unsigned k = 0; k < part_count(LLVMTypeOf(v)); k++)
        vector_push(&w->parts, parts[k]);
}

static LLVMValueRef behind(LLVMValueRef v)
{
    if (LLVMIsAArgument(v)) {
        LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(LLVMGetParamParent(v)));
        while (LLVMIsAAllocaInst(first))
            first = LLVMGetNextInstruction(first);
        return first;
    }
    return LLVMGetNextInstruction(v);
}

void get_parts(struct splitting *w, LLVMValueRef v, LLVMValueRef *out)
{
    uint64_t first;
    unsigned n = part_count(LLVMTypeOf(v));
    if (map_get(&w->first, map_pointer_key(v), &first)) {
        memcpy(out, &w->parts.data[first], n * sizeof *out);
        return;
    }
    if (LLVMIsConstant(v)) {
        for (unsigned k = 0; k < n && !has_words(LLVMTypeOf(v)); k++)
            out[k] = LLVMGetAggregateElement(v, k);
        if (has_words(LLVMTypeOf(v)) || !out[0])
            take_apart(w, v, out); /* folds */
        return;
    }
    LLVMPositionBuilderBefore(w->b, behind(v));
    take_apart(w, v, out);
    LLVMPositionBuilderBefore(w->b, w->now);
    set_parts(w, v, out);
}

/* --- memory, choices, phi nodes --- */

/* The places of the parts in memory, one for each element or at most three for the last word of an integer. */
static bool places_of(struct splitting *w, LLVMTypeRef t, leaves *out)
{
    return type_leaves(w->front, t, 0, MOST_PARTS, out) && (!has_words(t) || width_of(t) % 8 == 0);
}

static bool is_plain(LLVMValueRef access) { return LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic; }

static bool split_load(struct splitting *w, LLVMValueRef i, LLVMValueRef *out)
{
    LLVMTypeRef t = LLVMTypeOf(i), word = LLVMInt64TypeInContext(w->front->context);
    leaves list = {0};
    bool known = is_plain(i) && places_of(w, t, &list);
    for (unsigned k = 0; k < part_count(t); k++)
        out[k] = NULL;
    for (uint32_t k = 0; known && k < list.size; k++) {
        const struct leaf *l = &list.data[k];
        LLVMValueRef v = LLVMBuildLoad2(w->b, l->type, build_address(w->front, w->b, LLVMGetOperand(i, 0), l->offset), "");
        LLVMSetAlignment(v, 1);
        LLVMSetVolatile(v, LLVMGetVolatile(i));
        if (!has_words(t)) {
            out[k] = v;
            continue;
        }
        LLVMValueRef *part = &out[l->offset / 8];
        v = LLVMBuildShl(w->b, LLVMBuildZExt(w->b, v, word, ""), LLVMConstInt(word, l->offset % 8 * 8, false), "");
        *part = *part ? LLVMBuildOr(w->b, *part, v, "") : v;
    }
    vector_free(&list);
    return known;
}

static bool split_store(struct splitting *w, LLVMValueRef i)
{
    LLVMValueRef v = LLVMGetOperand(i, 0), parts[MOST_PARTS];
    LLVMTypeRef t = LLVMTypeOf(v), word = LLVMInt64TypeInContext(w->front->context);
    leaves list = {0};
    bool known = is_plain(i) && places_of(w, t, &list);
    if (known)
        get_parts(w, v, parts);
    for (uint32_t k = 0; known && k < list.size; k++) {
        const struct leaf *l = &list.data[k];
        LLVMValueRef part = parts[has_words(t) ? l->offset / 8 : k];
        if (has_words(t))
            part = LLVMBuildTrunc(w->b, LLVMBuildLShr(w->b, part, LLVMConstInt(word, l->offset % 8 * 8, false), ""), l->type, "");
        LLVMValueRef s = LLVMBuildStore(w->b, part, build_address(w->front, w->b, LLVMGetOperand(i, 1), l->offset));
        LLVMSetAlignment(s, 1);
        LLVMSetVolatile(s, LLVMGetVolatile(i));
    }
    vector_free(&list);
    return known;
}

static bool split_phi(struct splitting *w, LLVMValueRef phi, LLVMValueRef *out)
{
    LLVMTypeRef t = LLVMTypeOf(phi);
    for (unsigned k = 0; k < part_count(t); k++)
        out[k] = LLVMBuildPhi(w->b, part_type(w, t), "");
    vector_push(&w->phis, phi);
    return true;
}

static void fill_phi(struct splitting *w, LLVMValueRef phi)
{
    uint64_t first = 0;
    LLVMValueRef parts[MOST_PARTS];
    map_get(&w->first, map_pointer_key(phi), &first);
    for (unsigned j = 0; j < LLVMCountIncoming(phi); j++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, j);
        w->now = LLVMGetBasicBlockTerminator(from);
        LLVMPositionBuilderBefore(w->b, w->now);
        get_parts(w, LLVMGetIncomingValue(phi, j), parts);
        for (unsigned k = 0; k < part_count(LLVMTypeOf(phi)); k++)
            LLVMAddIncoming(w->parts.data[first + k], &parts[k], &from, 1);
    }
}

static bool split_select(struct splitting *w, LLVMValueRef i, LLVMValueRef *out)
{
    LLVMValueRef condition = LLVMGetOperand(i, 0), c[MOST_PARTS], x[MOST_PARTS], y[MOST_PARTS];
    bool each = is_wide(LLVMTypeOf(condition));
    get_parts(w, LLVMGetOperand(i, 1), x);
    get_parts(w, LLVMGetOperand(i, 2), y);
    if (each)
        get_parts(w, condition, c);
    for (unsigned k = 0; k < part_count(LLVMTypeOf(i)); k++)
        out[k] = LLVMBuildSelect(w->b, each ? c[k] : condition, x[k], y[k], "");
    return true;
}

/* --- bits of one type as another --- */

static unsigned bits_of(const struct front *f, LLVMTypeRef t)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(t);
    case LLVMFloatTypeKind: return 32;
    case LLVMDoubleTypeKind: return 64;
    case LLVMPointerTypeKind: return 8 * f->pointer_bytes;
    default: return 0;
    }
}

/* The bits of values of one type in a row, as values of another type. NULL types are not possible; false if that is not known. */
static bool reshape(struct splitting *w, LLVMValueRef const *from, unsigned count, LLVMTypeRef to, unsigned wanted,
                    LLVMValueRef *out)
{
    struct front *f = w->front;
    unsigned narrow = bits_of(f, LLVMTypeOf(from[0])), goal = bits_of(f, to);
    LLVMTypeRef t = LLVMIntTypeInContext(f->context, narrow), result = goal ? LLVMIntTypeInContext(f->context, goal) : NULL;
    bool pointers = LLVMGetTypeKind(LLVMTypeOf(from[0])) == LLVMPointerTypeKind || LLVMGetTypeKind(to) == LLVMPointerTypeKind;
    if (!narrow || !goal || pointers || narrow > 64 || goal > 64 || narrow * count != goal * wanted ||
        (narrow % goal != 0 && goal % narrow != 0))
        return false;
    for (unsigned k = 0; k < wanted; k++) {
        LLVMValueRef v = LLVMConstNull(result);
        if (narrow >= goal) {
            unsigned at = k * goal;
            LLVMValueRef whole = LLVMBuildBitCast(w->b, from[at / narrow], t, "");
            v = LLVMBuildTrunc(w->b, LLVMBuildLShr(w->b, whole, LLVMConstInt(t, at % narrow, false), ""), result, "");
        } else
            for (unsigned j = 0; j < goal / narrow; j++) {
                LLVMValueRef part = LLVMBuildBitCast(w->b, from[k * (goal / narrow) + j], t, "");
                part = LLVMBuildShl(w->b, LLVMBuildZExt(w->b, part, result, ""), LLVMConstInt(result, j * narrow, false), "");
                v = j ? LLVMBuildOr(w->b, v, part, "") : part;
            }
        out[k] = LLVMBuildBitCast(w->b, v, to, "");
    }
    return true;
}

static bool split_bitcast(struct splitting *w, LLVMValueRef i, LLVMValueRef *out)
{
    LLVMValueRef v = LLVMGetOperand(i, 0), parts[MOST_PARTS];
    LLVMTypeRef from = LLVMTypeOf(v), to = LLVMTypeOf(i);
    bool wide_from = is_wide(from), wide_to = is_wide(to);
    if (has_words(from) && has_words(to)) {
        get_parts(w, v, out);
        return true;
    }
    if ((!wide_from && !is_scalar(from)) || (!wide_to && !is_scalar(to)))
        return false;
    if ((has_words(from) && width_of(from) % 64) || (has_words(to) && width_of(to) % 64))
        return false;
    if (wide_from)
        get_parts(w, v, parts);
    else
        parts[0] = v;
    return reshape(w, parts, wide_from ? part_count(from) : 1, wide_to ? part_type(w, to) : to, wide_to ? part_count(to) : 1, out);
}

/* --- all instructions --- */

static bool uses_parts(LLVMValueRef i)
{
    for (int k = 0; k < LLVMGetNumOperands(i); k++)
        if (is_wide(LLVMTypeOf(LLVMGetOperand(i, (unsigned)k))))
            return true;
    return false;
}

static bool split(struct splitting *w, LLVMValueRef i, LLVMValueRef *out)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad: return split_load(w, i, out);
    case LLVMPHI: return split_phi(w, i, out);
    case LLVMSelect: return is_wide(LLVMTypeOf(i)) && split_select(w, i, out);
    case LLVMBitCast: return split_bitcast(w, i, out);
    case LLVMFreeze: get_parts(w, LLVMGetOperand(i, 0), out); return true;
    default: return split_integer(w, i, out) || split_long_double(w, i, out) || split_vector(w, i, out);
    }
}

/* What stays whole gets whole operands. */
static void rebuild_operands(struct splitting *w, LLVMValueRef i)
{
    for (int k = 0; k < LLVMGetNumOperands(i); k++) {
        LLVMValueRef v = LLVMGetOperand(i, (unsigned)k), parts[MOST_PARTS];
        if (!is_wide(LLVMTypeOf(v)) || LLVMIsConstant(v) || !map_get(&w->first, map_pointer_key(v), NULL))
            continue;
        get_parts(w, v, parts);
        LLVMSetOperand(i, (unsigned)k, put_together(w, LLVMTypeOf(v), parts));
    }
}

/* In an outline nothing is computed: they stay whole. */
static bool stays_whole(const struct splitting *w, LLVMValueRef i)
{
    bool has = is_long_double(LLVMTypeOf(i));
    for (int k = 0; k < LLVMGetNumOperands(i); k++)
        has |= is_long_double(LLVMTypeOf(LLVMGetOperand(i, (unsigned)k)));
    return has && w->front->wide;
}

static void look_at(struct splitting *w, LLVMValueRef i)
{
    LLVMValueRef parts[MOST_PARTS];
    if (stays_whole(w, i))
        return;
    w->now = i;
    LLVMPositionBuilderBefore(w->b, i);
    if (LLVMIsAStoreInst(i) && is_wide(LLVMTypeOf(LLVMGetOperand(i, 0)))) {
        if (split_store(w, i))
            vector_push(&w->dead, i);
        else
            rebuild_operands(w, i);
        return;
    }
    bool has_parts = is_wide(LLVMTypeOf(i));
    if (!has_parts && !uses_parts(i))
        return;
    if (!split(w, i, parts)) {
        rebuild_operands(w, i);
        return;
    }
    if (has_parts)
        set_parts(w, i, parts);
    else
        LLVMReplaceAllUsesWith(i, parts[0]);
    vector_push(&w->dead, i);
}

static void split_function(struct splitting *w, LLVMValueRef function)
{
    struct cfg cfg;
    cfg_make(&cfg, function);
    vector_each(const LLVMBasicBlockRef *, b, &cfg.blocks)
        for (LLVMValueRef i = LLVMGetFirstInstruction(*b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            look_at(w, i);
        }
    vector_each(const LLVMValueRef *, phi, &w->phis)
        fill_phi(w, *phi);
    vector_each(const LLVMValueRef *, i, &w->dead)
        if (LLVMGetTypeKind(LLVMTypeOf(*i)) != LLVMVoidTypeKind)
            LLVMReplaceAllUsesWith(*i, LLVMGetUndef(LLVMTypeOf(*i)));
    vector_each(const LLVMValueRef *, i, &w->dead)
        LLVMInstructionEraseFromParent(*i);
    vector_clear(&w->phis);
    vector_clear(&w->dead);
    vector_clear(&w->parts);
    map_clear(&w->first);
    cfg_free(&cfg);
}

static bool has_wide_values(LLVMValueRef function)
{
    each_block(b, function) each_instruction(i, b) if (is_wide(LLVMTypeOf(i)) || uses_parts(i)) return true;
    return false;
}

void split_wide_values(struct front *f)
{
    struct splitting w = {.front = f, .b = LLVMCreateBuilderInContext(f->context)};
    each_function(fn, f->module) if (is_defined(fn) && has_wide_values(fn)) split_function(&w, fn);
    LLVMDisposeBuilder(w.b);
    map_free(&w.first);
    vector_free(&w.parts);
    vector_free(&w.dead);
    vector_free(&w.phis);
}
