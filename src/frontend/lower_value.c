/* Values: constants, instructions without effects, addresses. */
#include "frontend/lower.h"

#include "base/text.h"
#include "frontend/leaves.h"
#include "frontend/names.h"

unsigned value_width(const struct lower *w, LLVMTypeRef t)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMIntegerTypeKind: {
        unsigned n = LLVMGetIntTypeWidth(t);
        return n <= 64 ? n : 0;
    }
    case LLVMPointerTypeKind: return 8 * w->front->pointer_bytes;
    case LLVMFloatTypeKind: return 32;
    case LLVMDoubleTypeKind: return 64;
    default: return 0;
    }
}

void set_value(struct lower *w, LLVMValueRef v, expr e) { map_put(&w->values, map_pointer_key(v), (uint64_t)(uintptr_t)e); }

static uint64_t part_key(LLVMValueRef v, unsigned part)
{
    return map_pointer_key(v) + 1 + part; /* values are aligned: these addresses belong to no other */
}

void set_part(struct lower *w, LLVMValueRef v, unsigned part, expr e)
{
    assert(part <= 1);
    map_put(&w->values, part_key(v, part), (uint64_t)(uintptr_t)e);
}

static const char *name_for(struct lower *w, LLVMValueRef v)
{
    uint64_t name;
    if (map_get(&w->names, map_pointer_key(v), &name))
        return (const char *)(uintptr_t)name;
    const char *s = plain_name(w->front, value_name(v));
    return *s ? arena_printf(&w->front->arena, "%%%s", s) : "%t";
}

uint32_t cell_for(struct lower *w, LLVMValueRef v)
{
    unsigned width = value_width(w, LLVMTypeOf(v));
    uint32_t cell = local_cell(w, name_for(w, v), width);
    bitset_add(&w->front->ssa_cells, cell);
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(v));
    w->program->cells.data[cell].is_pointer = kind == LLVMPointerTypeKind;
    w->program->cells.data[cell].is_float = kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
    set_value(w, v, expr_cell(w->exprs, width, cell));
    return cell;
}

expr object_address(struct lower *w, uint32_t object)
{
    assert(object < w->pointsto->places.objects.size);
    const struct object *o = &w->pointsto->places.objects.data[object];
    unsigned width = 8 * w->front->pointer_bytes;
    expr base = expr_const(w->exprs, width, o->base);
    if (!o->instance_stride)
        return base;
    uint32_t unit = threads_unit(w->threads, o->function);
    expr number = expr_sub(w->exprs, expr_self(w->exprs), expr_const(w->exprs, SELF_WIDTH, w->threads->units.data[unit].first_id));
    expr offset =
        expr_binary(w->exprs, E_MUL, expr_resize(w->exprs, number, width, false), expr_const(w->exprs, width, o->instance_stride));
    return expr_add(w->exprs, base, offset);
}

static expr index_expr(struct lower *w, LLVMValueRef gep)
{
    struct front *f = w->front;
    unsigned width = 8 * f->pointer_bytes;
    LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
    expr address = value_of(w, LLVMGetOperand(gep, 0));
    for (int k = 1; k < LLVMGetNumOperands(gep); k++) {
        LLVMValueRef index = LLVMGetOperand(gep, (unsigned)k);
        if (k > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
            unsigned i = (unsigned)LLVMConstIntGetZExtValue(index);
            address = expr_add(w->exprs, address, expr_const(w->exprs, width, LLVMOffsetOfElement(f->layout, t, i)));
            t = LLVMStructGetTypeAtIndex(t, i);
            continue;
        }
        if (k > 1)
            t = LLVMGetElementType(t);
        expr i = expr_resize(w->exprs, value_of(w, index), width, true);
        address = expr_add(w->exprs, address, expr_binary(w->exprs, E_MUL, i, expr_const(w->exprs, width, type_size(f, t))));
    }
    return address;
}

static expr compare(struct lower *w, LLVMIntPredicate p, expr a, expr b)
{
    struct exprs *x = w->exprs;
    switch (p) {
    case LLVMIntEQ: return expr_eq(x, a, b);
    case LLVMIntNE: return expr_ne(x, a, b);
    case LLVMIntUGT: return expr_binary(x, E_ULT, b, a);
    case LLVMIntUGE: return expr_binary(x, E_ULE, b, a);
    case LLVMIntULT: return expr_binary(x, E_ULT, a, b);
    case LLVMIntULE: return expr_binary(x, E_ULE, a, b);
    case LLVMIntSGT: return expr_binary(x, E_SLT, b, a);
    case LLVMIntSGE: return expr_binary(x, E_SLE, b, a);
    case LLVMIntSLT: return expr_binary(x, E_SLT, a, b);
    default: return expr_binary(x, E_SLE, a, b);
    }
}

static enum expr_op binary_op(LLVMOpcode op)
{
    switch (op) {
    case LLVMAdd: return E_ADD;
    case LLVMSub: return E_SUB;
    case LLVMMul: return E_MUL;
    case LLVMUDiv: return E_UDIV;
    case LLVMSDiv: return E_SDIV;
    case LLVMURem: return E_UREM;
    case LLVMSRem: return E_SREM;
    case LLVMShl: return E_SHL;
    case LLVMLShr: return E_LSHR;
    case LLVMAShr: return E_ASHR;
    case LLVMAnd: return E_AND;
    case LLVMOr: return E_OR;
    case LLVMXor: return E_XOR;
    default: return EXPR_OPS;
    }
}

bool is_pure(LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    switch (op) {
    case LLVMGetElementPtr:
    case LLVMBitCast:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMAddrSpaceCast:
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMFreeze:
    case LLVMICmp:
    case LLVMSelect:
    case LLVMExtractValue:
    case LLVMInsertValue: return true;
    default: return binary_op(op) != EXPR_OPS;
    }
}

static expr part_of(struct lower *w, LLVMValueRef extract)
{
    LLVMValueRef v = LLVMGetOperand(extract, 0);
    if (LLVMGetNumIndices(extract) != 1)
        return NULL;
    unsigned part = LLVMGetIndices(extract)[0];
    while (LLVMIsAInsertValueInst(v)) {
        if (LLVMGetNumIndices(v) != 1)
            return NULL;
        if (LLVMGetIndices(v)[0] == part)
            return value_of(w, LLVMGetOperand(v, 1));
        v = LLVMGetOperand(v, 0);
    }
    uint64_t found;
    return map_get(&w->values, part_key(v, part), &found) ? (expr)(uintptr_t)found : NULL;
}

static expr pure_value(struct lower *w, LLVMValueRef v)
{
    struct exprs *x = w->exprs;
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    unsigned width = value_width(w, LLVMTypeOf(v));
    if (binary_op(op) != EXPR_OPS)
        return expr_binary(x, binary_op(op), value_of(w, LLVMGetOperand(v, 0)), value_of(w, LLVMGetOperand(v, 1)));
    switch (op) {
    case LLVMGetElementPtr: return index_expr(w, v);
    case LLVMSExt: return expr_resize(x, value_of(w, LLVMGetOperand(v, 0)), width, true);
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMFreeze: return value_of(w, LLVMGetOperand(v, 0));
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMTrunc:
    case LLVMZExt: return expr_resize(x, value_of(w, LLVMGetOperand(v, 0)), width, false);
    case LLVMICmp: return compare(w, LLVMGetICmpPredicate(v), value_of(w, LLVMGetOperand(v, 0)), value_of(w, LLVMGetOperand(v, 1)));
    case LLVMSelect:
        return expr_ite(x, value_of(w, LLVMGetOperand(v, 0)), value_of(w, LLVMGetOperand(v, 1)), value_of(w, LLVMGetOperand(v, 2)));
    case LLVMExtractValue: return part_of(w, v);
    default: return NULL;
    }
}

static expr constant_expr(struct lower *w, LLVMValueRef v, unsigned width)
{
    uint64_t value;
    if (constant_value(w->pointsto, v, &value))
        return expr_const(w->exprs, width, value);
    if (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr)
        return index_expr(w, v);
    w->met_undef = true;
    return fresh_input(w, width); /* undef: an arbitrary value */
}

bool is_known(struct lower *w, LLVMValueRef v)
{
    uint64_t value;
    if (!value_width(w, LLVMTypeOf(v)) || LLVMIsUndef(v) || constant_value(w->pointsto, v, &value))
        return true;
    if (!LLVMIsAConstantExpr(v) || LLVMGetConstOpcode(v) != LLVMGetElementPtr)
        return false;
    for (int k = 0; k < LLVMGetNumOperands(v); k++)
        if (!is_known(w, LLVMGetOperand(v, (unsigned)k)))
            return false;
    return true;
}

/* The expression for v, whose definition dominates this point. Values of types that have no width are 1-bit zeroes: whoever
 * uses them was found unsupported before. */
expr value_of(struct lower *w, LLVMValueRef v)
{
    uint64_t known;
    if (map_get(&w->values, map_pointer_key(v), &known))
        return (expr)(uintptr_t)known;
    unsigned width = value_width(w, LLVMTypeOf(v));
    if (!width)
        return expr_const(w->exprs, 1, 0);
    if (LLVMIsAConstant(v))
        return constant_expr(w, v, width);
    if (LLVMIsAInstruction(v) && is_pure(v)) {
        expr e = pure_value(w, v);
        if (e) {
            set_value(w, v, e);
            return e;
        }
    }
    /* a phi (its cell is written by the edges into its block), or something that is not reached */
    return expr_cell(w->exprs, width, cell_for(w, v));
}

void unsupported_type(struct lower *w, LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    bool is_long_double = kind == LLVMX86_FP80TypeKind || kind == LLVMFP128TypeKind;
    unsupported(w, is_long_double ? "long double" : "a value of more than 64 bits, a vector, or a structure as a value");
}

void check_pure(struct lower *w, LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    if (!LLVMGetFirstUse(i))
        return;
    if (!value_width(w, LLVMTypeOf(i)) && op != LLVMInsertValue) {
        unsupported_type(w, LLVMTypeOf(i));
        return;
    }
    if (op == LLVMExtractValue && !part_of(w, i))
        unsupported(w, "a structure as a value");
}
