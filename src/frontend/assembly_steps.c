/* What single instructions of x86 do (assembly.def), after Intel's manual, volume 2. Flags that an instruction leaves undefined, or that nobody
 * asks for, are not known behind it. */
#include "frontend/assembly.h"

#include "base/text.h"

#include <string.h>

enum { BIT_TEST, BIT_SET, BIT_RESET, BIT_CHANGE };

struct step {
    struct assembly *a;
    LLVMBuilderRef b;
    const struct asm_instruction *i;
    unsigned bits;
    LLVMTypeRef type;
    int argument;
};

static LLVMValueRef number(const struct step *s, uint64_t value) { return LLVMConstInt(s->type, value, false); }

/* --- memory --- */

static LLVMValueRef load(const struct step *s, LLVMValueRef address, bool atomic)
{
    LLVMValueRef v = LLVMBuildLoad2(s->b, s->type, address, "");
    if (atomic)
        LLVMSetOrdering(v, s->a->ordered ? LLVMAtomicOrderingAcquire : LLVMAtomicOrderingMonotonic);
    return v;
}

static void store(const struct step *s, LLVMValueRef address, LLVMValueRef v, bool atomic)
{
    LLVMValueRef i = LLVMBuildStore(s->b, v, address);
    if (atomic)
        LLVMSetOrdering(i, s->a->ordered ? LLVMAtomicOrderingRelease : LLVMAtomicOrderingMonotonic);
}

static LLVMAtomicOrdering locked_order(const struct step *s)
{
    return s->a->ordered ? LLVMAtomicOrderingSequentiallyConsistent : LLVMAtomicOrderingMonotonic;
}

/* An operand that is only read. */
static LLVMValueRef source(const struct step *s, unsigned k)
{
    const struct asm_operand *o = &s->i->operand[k];
    LLVMValueRef address = asm_address(s->a, o);
    return address ? load(s, address, false) : asm_read(s->a, o, s->bits);
}

/* destination := destination op with; the value before, NULL if that cannot be done. */
static LLVMValueRef modify(const struct step *s, const struct asm_operand *o, LLVMAtomicRMWBinOp op, LLVMValueRef with)
{
    LLVMValueRef address = asm_address(s->a, o), old;
    if (!with)
        return NULL;
    if (!address) {
        old = s->i->lock ? NULL : asm_read(s->a, o, s->bits);
        return old && asm_write(s->a, o, s->bits, asm_apply(s->a, op, old, with)) ? old : NULL;
    }
    if (s->i->lock || op == LLVMAtomicRMWBinOpXchg)
        return LLVMBuildAtomicRMW(s->b, op, address, with, locked_order(s), false);
    old = load(s, address, false);
    store(s, address, asm_apply(s->a, op, old, with), false);
    return old;
}

/* --- moves --- */

static bool step_nothing(const struct step *s)
{
    (void)s;
    return true;
}

static bool step_fence(const struct step *s)
{
    if (s->a->ordered)
        LLVMBuildFence(s->b, LLVMAtomicOrderingSequentiallyConsistent, false, "");
    return true;
}

static bool step_move(const struct step *s)
{
    LLVMValueRef from = asm_address(s->a, &s->i->operand[0]), to = asm_address(s->a, &s->i->operand[1]);
    if (from && to)
        return false;
    LLVMValueRef v = from ? load(s, from, true) : asm_read(s->a, &s->i->operand[0], s->bits);
    if (!v || !to)
        return v && asm_write(s->a, &s->i->operand[1], s->bits, v);
    store(s, to, v, true);
    return true;
}

static LLVMValueRef narrow_source(const struct step *s)
{
    struct step narrow = *s;
    narrow.bits = (unsigned)s->argument;
    narrow.type = LLVMIntTypeInContext(s->a->front->context, narrow.bits);
    const struct asm_operand *o = &s->i->operand[0];
    LLVMValueRef address = asm_address(s->a, o);
    return s->bits <= narrow.bits ? NULL : address ? load(&narrow, address, true) : asm_read(s->a, o, narrow.bits);
}

static bool step_extend(const struct step *s)
{
    LLVMValueRef v = narrow_source(s);
    return v && asm_write(s->a, &s->i->operand[1], s->bits, LLVMBuildZExt(s->b, v, s->type, ""));
}

static bool step_extend_signed(const struct step *s)
{
    LLVMValueRef v = narrow_source(s);
    return v && asm_write(s->a, &s->i->operand[1], s->bits, LLVMBuildSExt(s->b, v, s->type, ""));
}

/* Memory may be either operand. */
static const struct asm_operand *place_first(const struct step *s, const struct asm_operand **other)
{
    bool second = asm_address(s->a, &s->i->operand[1]) || !asm_address(s->a, &s->i->operand[0]);
    *other = &s->i->operand[!second];
    return &s->i->operand[second];
}

static bool step_exchange(const struct step *s)
{
    const struct asm_operand *with, *place = place_first(s, &with);
    LLVMValueRef v = asm_read(s->a, with, s->bits), old = modify(s, place, LLVMAtomicRMWBinOpXchg, v);
    return old && asm_write(s->a, with, s->bits, old);
}

static bool step_exchange_add(const struct step *s)
{
    LLVMValueRef v = asm_read(s->a, &s->i->operand[0], s->bits);
    LLVMValueRef old = asm_address(s->a, &s->i->operand[1]) ? modify(s, &s->i->operand[1], LLVMAtomicRMWBinOpAdd, v) : NULL;
    if (!old || !asm_write(s->a, &s->i->operand[0], s->bits, old))
        return false;
    asm_set_flags(s->a, LLVMAtomicRMWBinOpAdd, old, v);
    return true;
}

static bool step_compare_exchange(const struct step *s)
{
    LLVMValueRef wanted = asm_read(s->a, &s->i->operand[0], s->bits), address = asm_address(s->a, &s->i->operand[1]);
    LLVMValueRef expected = asm_read_register(s->a, "ax", s->bits), old;
    if (!wanted || !address || !expected)
        return false;
    if (s->i->lock) {
        LLVMAtomicOrdering order = locked_order(s);
        old = LLVMBuildExtractValue(s->b, LLVMBuildAtomicCmpXchg(s->b, address, expected, wanted, order, order, false), 0, "");
    } else {
        old = load(s, address, false);
        LLVMValueRef same = LLVMBuildICmp(s->b, LLVMIntEQ, old, expected, "");
        store(s, address, LLVMBuildSelect(s->b, same, wanted, old, ""), false);
    }
    asm_set_flags(s->a, LLVMAtomicRMWBinOpSub, expected, old);
    return asm_write_register(s->a, "ax", s->bits, old); /* the same if they were equal */
}

/* --- arithmetic --- */

static bool step_arithmetic(const struct step *s)
{
    LLVMAtomicRMWBinOp op = (LLVMAtomicRMWBinOp)s->argument;
    const struct asm_operand *from = &s->i->operand[0], *to = &s->i->operand[1];
    if (to->kind == OPERAND_STACK) { /* the usual fence: lock; addl $0, 0(%rsp) */
        asm_forget_flags(s->a);
        return s->i->lock && op <= LLVMAtomicRMWBinOpOr && op != LLVMAtomicRMWBinOpAnd && from->kind == OPERAND_NUMBER &&
               from->number == 0 && step_fence(s);
    }
    if (op == LLVMAtomicRMWBinOpXor && from->kind == OPERAND_ARGUMENT && to->kind == OPERAND_ARGUMENT &&
        from->argument == to->argument && !asm_address(s->a, to)) { /* whatever it was */
        asm_set_flags(s->a, op, number(s, 0), number(s, 0));
        return asm_write(s->a, to, s->bits, number(s, 0));
    }
    LLVMValueRef with = source(s, 0), old = modify(s, to, op, with);
    if (!old || (asm_address(s->a, from) && asm_address(s->a, to)))
        return false;
    asm_set_flags(s->a, op, old, with);
    return true;
}

static bool step_by_one(const struct step *s)
{
    LLVMAtomicRMWBinOp op = (LLVMAtomicRMWBinOp)s->argument;
    LLVMValueRef carry = s->a->flag[FLAG_CARRY], old = modify(s, &s->i->operand[0], op, number(s, 1));
    if (!old)
        return false;
    asm_set_flags(s->a, op, old, number(s, 1));
    s->a->flag[FLAG_CARRY] = carry;
    return true;
}

static bool step_not(const struct step *s)
{
    return modify(s, &s->i->operand[0], LLVMAtomicRMWBinOpXor, LLVMConstAllOnes(s->type)) != NULL;
}

static bool step_negate(const struct step *s)
{
    LLVMValueRef old = asm_read(s->a, &s->i->operand[0], s->bits);
    if (!old)
        return false;
    asm_set_flags(s->a, LLVMAtomicRMWBinOpSub, number(s, 0), old);
    return asm_write(s->a, &s->i->operand[0], s->bits, LLVMBuildNeg(s->b, old, ""));
}

/* Flags behind it are not known, but for sbb of a register and itself: that is the carry in every bit. */
static bool step_with_carry(const struct step *s)
{
    const struct asm_operand *from = &s->i->operand[0], *to = &s->i->operand[1];
    LLVMValueRef carry = s->a->flag[FLAG_CARRY];
    bool is_sum = s->argument == LLVMAtomicRMWBinOpAdd;
    if (!carry)
        return false;
    carry = LLVMBuildZExt(s->b, carry, s->type, "");
    asm_forget_flags(s->a);
    if (!is_sum && from->kind == OPERAND_ARGUMENT && to->kind == OPERAND_ARGUMENT && from->argument == to->argument &&
        !asm_address(s->a, to))
        return asm_write(s->a, to, s->bits, LLVMBuildNeg(s->b, carry, ""));
    LLVMValueRef x = asm_read(s->a, to, s->bits), y = source(s, 0);
    if (!x || !y)
        return false;
    y = LLVMBuildAdd(s->b, y, carry, "");
    return asm_write(s->a, to, s->bits, is_sum ? LLVMBuildAdd(s->b, x, y, "") : LLVMBuildSub(s->b, x, y, ""));
}

static bool step_compare(const struct step *s)
{
    LLVMValueRef with = source(s, 0), old = source(s, 1);
    if (!with || !old || (asm_address(s->a, &s->i->operand[0]) && asm_address(s->a, &s->i->operand[1])))
        return false;
    asm_set_flags(s->a, (LLVMAtomicRMWBinOp)s->argument, old, with);
    return true;
}

/* --- bits --- */

/* The word of memory that has the bit: an offset in a register may lie outside of the operand, one in the text does not. */
static LLVMValueRef bit_address(const struct step *s, LLVMValueRef address, LLVMValueRef offset)
{
    if (LLVMIsAConstant(offset))
        return LLVMConstIntGetZExtValue(offset) < s->bits ? address : NULL;
    LLVMTypeRef byte = LLVMInt8TypeInContext(s->a->front->context);
    LLVMValueRef word = LLVMBuildAShr(s->b, offset, number(s, s->bits == 64 ? 6 : s->bits == 32 ? 5 : 4), "");
    LLVMValueRef at = LLVMBuildMul(s->b, word, number(s, s->bits / 8), "");
    return LLVMBuildGEP2(s->b, byte, address, &at, 1, "");
}

static bool step_bit(const struct step *s)
{
    static const LLVMAtomicRMWBinOp ops[] = {0, LLVMAtomicRMWBinOpOr, LLVMAtomicRMWBinOpAnd, LLVMAtomicRMWBinOpXor};
    const struct asm_operand *to = &s->i->operand[1];
    LLVMValueRef offset = asm_read(s->a, &s->i->operand[0], s->bits), address = asm_address(s->a, to), old;
    if (!offset || s->bits == 8)
        return false;
    LLVMValueRef bit = LLVMBuildAnd(s->b, offset, number(s, s->bits - 1), ""), mask = LLVMBuildShl(s->b, number(s, 1), bit, "");
    LLVMValueRef with = s->argument == BIT_RESET ? LLVMBuildNot(s->b, mask, "") : mask;
    if (address && !(address = bit_address(s, address, offset)))
        return false;
    if (!address && s->i->lock)
        return false;
    if (address && s->i->lock)
        old = LLVMBuildAtomicRMW(s->b, ops[s->argument], address, with, locked_order(s), false);
    else {
        old = address ? load(s, address, false) : asm_read(s->a, to, s->bits);
        if (!old)
            return false;
        LLVMValueRef changed = s->argument == BIT_TEST ? NULL : asm_apply(s->a, ops[s->argument], old, with);
        if (changed && address)
            store(s, address, changed, false);
        else if (changed && !asm_write(s->a, to, s->bits, changed))
            return false;
    }
    asm_forget_flags(s->a);
    s->a->flag[FLAG_CARRY] = LLVMBuildICmp(s->b, LLVMIntNE, LLVMBuildAnd(s->b, old, mask, ""), number(s, 0), "");
    return true;
}

static LLVMValueRef intrinsic(const struct step *s, const char *name, LLVMValueRef *arguments, unsigned count)
{
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMTypeRef type = s->type;
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(s->a->front->module, id, &type, 1);
    return LLVMBuildCall2(s->b, LLVMGlobalGetValueType(fn), fn, arguments, count, "");
}

static bool step_swap_bytes(const struct step *s)
{
    LLVMValueRef v = s->bits >= 32 ? asm_read(s->a, &s->i->operand[0], s->bits) : NULL;
    return v && asm_write(s->a, &s->i->operand[0], s->bits, intrinsic(s, "llvm.bswap", &v, 1));
}

/* By how much is shifted: a number, or %cl, of which processors take the last bits. */
static LLVMValueRef shift_count(const struct step *s)
{
    const struct asm_operand *by = &s->i->operand[0];
    uint64_t mask = s->bits == 64 ? 63 : 31;
    if (by->kind == OPERAND_NUMBER)
        return number(s, (uint64_t)by->number & mask);
    LLVMValueRef count = s->bits >= 32 ? asm_read(s->a, by, 8) : NULL;
    return count ? LLVMBuildAnd(s->b, LLVMBuildZExt(s->b, count, s->type, ""), number(s, mask), "") : NULL;
}

static bool step_rotate(const struct step *s)
{
    const struct asm_operand *to = &s->i->operand[1];
    LLVMValueRef v = asm_read(s->a, to, s->bits), by = shift_count(s);
    asm_forget_flags(s->a);
    if (!v || !by)
        return false;
    LLVMValueRef arguments[] = {v, v, by};
    return asm_write(s->a, to, s->bits, intrinsic(s, s->argument ? "llvm.fshl" : "llvm.fshr", arguments, 3));
}

/* By 0 the flags stay as they were. */
static bool step_shift(const struct step *s)
{
    const struct asm_operand *by = &s->i->operand[0], *to = &s->i->operand[1];
    bool is_known = by->kind == OPERAND_NUMBER;
    LLVMValueRef v = asm_read(s->a, to, s->bits), count = shift_count(s);
    asm_forget_flags(s->a);
    if (!v || !count || (is_known && (by->number <= 0 || by->number >= s->bits)))
        return false;
    v = LLVMBuildBinOp(s->b, (LLVMOpcode)s->argument, v, count, "");
    if (is_known)
        asm_set_result_flags(s->a, v);
    return asm_write(s->a, to, s->bits, v);
}

/* mulq: twice as many bits, in two registers. */
static bool step_wide_product(const struct step *s)
{
    unsigned bits = s->bits;
    LLVMValueRef x = bits >= 32 ? asm_read_register(s->a, "ax", bits) : NULL, y = source(s, 0);
    asm_forget_flags(s->a);
    if (!x || !y)
        return false;
    LLVMTypeRef wide = LLVMIntTypeInContext(s->a->front->context, 2 * bits);
    LLVMValueRef product = LLVMBuildMul(s->b, LLVMBuildZExt(s->b, x, wide, ""), LLVMBuildZExt(s->b, y, wide, ""), "");
    LLVMValueRef high = LLVMBuildLShr(s->b, product, LLVMConstInt(wide, bits, false), "");
    return asm_write_register(s->a, "ax", bits, LLVMBuildTrunc(s->b, product, s->type, "")) &&
           asm_write_register(s->a, "dx", bits, LLVMBuildTrunc(s->b, high, s->type, ""));
}

/* Of 0 there is no such bit: the register stays as it was, as processors have it. */
static LLVMValueRef any_value(const struct step *s, const char *name, unsigned bits, const char *what)
{
    struct front *f = s->a->front;
    LLVMTypeRef pointer = LLVMPointerTypeInContext(f->context, 0), word = LLVMIntTypeInContext(f->context, bits);
    LLVMTypeRef type = LLVMFunctionType(word, &pointer, 1, false);
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, name), text = LLVMBuildGlobalString(s->b, what, "reason");
    return LLVMBuildCall2(s->b, type, fn ? fn : LLVMAddFunction(f->module, name, type), &text, 1, "");
}

static bool step_find_bit(const struct step *s)
{
    LLVMValueRef v = source(s, 0), old = asm_read(s->a, &s->i->operand[1], s->bits);
    if (!v || s->bits < 16 || (s->i->rep && s->argument)) /* rep bsr is lzcnt, or bsr on old machines */
        return false;
    if (s->i->rep) /* tzcnt: of 0 it leaves the width, and other flags */
        old = NULL;
    LLVMValueRef zero = LLVMConstInt(LLVMInt1TypeInContext(s->a->front->context), 0, false), is_zero;
    LLVMValueRef arguments[] = {v, zero}, n = intrinsic(s, s->argument ? "llvm.ctlz" : "llvm.cttz", arguments, 2);
    is_zero = LLVMBuildICmp(s->b, LLVMIntEQ, v, number(s, 0), "");
    if (s->argument)
        n = LLVMBuildSub(s->b, number(s, s->bits - 1), n, "");
    if (!old)
        old = LLVMBuildTrunc(s->b, any_value(s, "__heddle_any_u64", 64, "what a search for a bit in 0 leaves behind"), s->type, "");
    asm_forget_flags(s->a);
    if (!s->i->rep)
        s->a->flag[FLAG_ZERO] = is_zero;
    return asm_write(s->a, &s->i->operand[1], s->bits, LLVMBuildSelect(s->b, is_zero, old, n, ""));
}

static bool step_count_ones(const struct step *s)
{
    LLVMValueRef v = source(s, 0);
    asm_forget_flags(s->a);
    if (!v)
        return false;
    s->a->flag[FLAG_ZERO] = LLVMBuildICmp(s->b, LLVMIntEQ, v, number(s, 0), "");
    return asm_write(s->a, &s->i->operand[1], s->bits, intrinsic(s, "llvm.ctpop", &v, 1));
}

/* --- what the machine alone knows --- */

static bool set_any(const struct step *s, const char *name, const char *what)
{
    return asm_write_register(s->a, name, 32, any_value(s, "__heddle_any_u32", 32, what));
}

static bool step_time(const struct step *s)
{
    static const char what[] = "the processor's counter of time";
    return set_any(s, "ax", what) && set_any(s, "dx", what) && (!s->argument || set_any(s, "cx", "the number of the processor"));
}

static bool step_processor(const struct step *s)
{
    static const char what[] = "what the processor says about itself";
    return set_any(s, "ax", what) && set_any(s, "bx", what) && set_any(s, "cx", what) && set_any(s, "dx", what);
}

/* --- the table --- */

enum sizes { PLAIN, SIZED, LOCKED };

static const struct form {
    const char *name;
    enum sizes sizes;
    unsigned operands;
    bool (*run)(const struct step *);
    int argument;
} forms[] = {
#define FORM(name, sizes, operands, operation, argument) {#name, sizes, operands, operation, argument},
#include "frontend/assembly.def"
#undef FORM
};

static unsigned suffix_bits(char c) { return c == 'b' ? 8 : c == 'w' ? 16 : c == 'l' ? 32 : c == 'q' ? 64 : 0; }

static const struct form *find_form(const struct asm_instruction *i, unsigned *bits)
{
    size_t n = strlen(i->name);
    const struct form *found = NULL;
    *bits = 0;
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
        const struct form *f = &forms[k];
        size_t length = strlen(f->name);
        if (f->operands != i->count || strncmp(f->name, i->name, length) != 0)
            continue;
        if (n == length) {
            *bits = 0;
            return f;
        }
        if (n == length + 1 && f->sizes != PLAIN && suffix_bits(i->name[length])) {
            *bits = suffix_bits(i->name[length]);
            found = f;
        }
    }
    return found;
}

/* The condition in the name of an instruction, behind which there may be the letter of a size. */
static LLVMValueRef named_condition(struct assembly *a, const char *code)
{
    size_t n = strlen(code);
    LLVMValueRef bit = asm_condition(a, code);
    return bit || !n || !strchr("wlq", code[n - 1]) ? bit : asm_condition(a, arena_strndup(&a->front->arena, code, n - 1));
}

/* sete %0, cmovz %1, %0 */
static bool conditional(struct assembly *a, const struct asm_instruction *i)
{
    bool set = i->count == 1 && starts_with(i->name, "set"), move = i->count == 2 && starts_with(i->name, "cmov");
    LLVMValueRef bit = set ? asm_condition(a, i->name + 3) : move ? named_condition(a, i->name + 4) : NULL;
    const struct asm_operand *to = &i->operand[i->count ? i->count - 1 : 0];
    if (!bit || i->lock)
        return false;
    if (set) {
        LLVMValueRef byte = LLVMBuildZExt(a->builder, bit, LLVMInt8TypeInContext(a->front->context), ""),
                     place = asm_address(a, to);
        return place ? LLVMBuildStore(a->builder, byte, place) != NULL : asm_write(a, to, 8, byte);
    }
    unsigned bits = asm_bits(a, to);
    LLVMValueRef old = bits ? asm_read(a, to, bits) : NULL, v = bits ? asm_read(a, &i->operand[0], bits) : NULL;
    return old && v && asm_write(a, to, bits, LLVMBuildSelect(a->builder, bit, v, old, ""));
}

bool asm_step(struct assembly *a, const struct asm_instruction *i)
{
    unsigned bits;
    const struct form *form = find_form(i, &bits);
    if (!form)
        return conditional(a, i);
    if ((i->lock && form->sizes != LOCKED) || (i->rep && strcmp(i->name, "nop") != 0 && form->run != step_find_bit))
        return false;
    for (unsigned k = i->count; k-- > 0 && !bits;)
        bits = asm_bits(a, &i->operand[k]);
    if (form->sizes != PLAIN && (!bits || bits > 8 * a->front->pointer_bytes || (bits & (bits - 1)) || bits < 8))
        return false;
    struct step s = {.a = a, .b = a->builder, .i = i, .bits = bits, .argument = form->argument};
    s.type = LLVMIntTypeInContext(a->front->context, bits ? bits : 32);
    return form->run(&s);
}
