/* Operands of inline assembly, and its results. A text without a single instruction belongs here as well: programs use
 * asm volatile("" : "+r"(x)) to keep an optimiser from knowing a value. */
#include "frontend/assembly.h"

#include "base/text.h"
#include "frontend/leaves.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* --- registers --- */

static LLVMTypeRef bits_type(const struct assembly *a, unsigned bits) { return LLVMIntTypeInContext(a->front->context, bits); }

/* What a register holds as an integer; NULL if it is none. */
static LLVMValueRef as_integer(struct assembly *a, LLVMValueRef v)
{
    if (!v)
        return NULL;
    switch (LLVMGetTypeKind(LLVMTypeOf(v))) {
    case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 64 ? v : NULL;
    case LLVMPointerTypeKind: return LLVMBuildPtrToInt(a->builder, v, bits_type(a, 8 * a->front->pointer_bytes), "");
    default: return NULL;
    }
}

static LLVMValueRef read_slot(struct assembly *a, unsigned slot, unsigned bits)
{
    struct asm_slot *s = &a->slot[slot];
    if (s->address || (s->is_input && !s->is_output && a->overwritten))
        return NULL;
    LLVMValueRef v = as_integer(a, s->value);
    if (!v || LLVMGetIntTypeWidth(LLVMTypeOf(v)) < bits)
        return NULL;
    return LLVMBuildTrunc(a->builder, v, bits_type(a, bits), "");
}

static bool write_slot(struct assembly *a, unsigned slot, unsigned bits, LLVMValueRef value)
{
    struct asm_slot *s = &a->slot[slot];
    if (s->address || (s->is_input && !s->is_output)) /* an input must stay as it is */
        return false;
    LLVMValueRef old = bits < 32 ? as_integer(a, s->value) : NULL;
    unsigned width = old ? LLVMGetIntTypeWidth(LLVMTypeOf(old)) : bits;
    if (bits == 32)
        s->value = LLVMBuildZExt(a->builder, value, bits_type(a, 64), "");
    else if (width > bits) { /* the rest of the register stays */
        LLVMTypeRef whole = LLVMTypeOf(old);
        LLVMValueRef rest = LLVMConstInt(whole, ~((UINT64_C(1) << bits) - 1), false);
        s->value =
            LLVMBuildOr(a->builder, LLVMBuildAnd(a->builder, old, rest, ""), LLVMBuildZExt(a->builder, value, whole, ""), "");
    } else
        s->value = value;
    a->writes |= s->is_output && !s->is_early;
    return true;
}

/* MOST_SLOTS if there is no room */
static unsigned named_slot(struct assembly *a, const char *name)
{
    for (unsigned k = 0; k < a->slots; k++)
        if (strcmp(a->slot[k].name, name) == 0)
            return k;
    if (a->slots == MOST_SLOTS)
        return MOST_SLOTS;
    a->slot[a->slots] = (struct asm_slot){.name = name};
    return a->slots++;
}

LLVMValueRef asm_read_register(struct assembly *a, const char *name, unsigned bits)
{
    unsigned slot = named_slot(a, name);
    return slot < MOST_SLOTS ? read_slot(a, slot, bits) : NULL;
}

bool asm_write_register(struct assembly *a, const char *name, unsigned bits, LLVMValueRef value)
{
    unsigned slot = named_slot(a, name);
    return slot < MOST_SLOTS && write_slot(a, slot, bits, value);
}

/* --- operands in the text --- */

static struct asm_slot *slot_of(struct assembly *a, const struct asm_operand *o)
{
    return o->argument < a->constraints ? &a->slot[a->slot_of[o->argument]] : NULL;
}

static unsigned modifier_bits(char modifier)
{
    return modifier == 'b' ? 8 : modifier == 'w' ? 16 : modifier == 'k' ? 32 : modifier == 'q' ? 64 : 0;
}

unsigned asm_bits(const struct assembly *a, const struct asm_operand *o)
{
    if (o->kind == OPERAND_REGISTER)
        return o->bits;
    if (o->kind != OPERAND_ARGUMENT || o->argument >= a->constraints)
        return 0;
    const struct asm_slot *s = &a->slot[a->slot_of[o->argument]];
    LLVMTypeRef t = s->type ? s->type : s->value ? LLVMTypeOf(s->value) : NULL;
    if (o->modifier || s->address || !t || (!s->is_output && LLVMIsAConstant(s->value)))
        return s->address ? 0 : modifier_bits(o->modifier);
    bool is_pointer = LLVMGetTypeKind(t) == LLVMPointerTypeKind;
    return is_pointer ? 8 * a->front->pointer_bytes : LLVMGetTypeKind(t) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(t) : 0;
}

LLVMValueRef asm_read(struct assembly *a, const struct asm_operand *o, unsigned bits)
{
    unsigned said = modifier_bits(o->modifier);
    switch (o->kind) {
    case OPERAND_NUMBER: return LLVMConstInt(bits_type(a, bits), (uint64_t)o->number, true);
    case OPERAND_REGISTER: return o->bits == bits ? asm_read_register(a, o->name, bits) : NULL;
    case OPERAND_ARGUMENT:
        return o->argument < a->constraints && (!said || said == bits) ? read_slot(a, a->slot_of[o->argument], bits) : NULL;
    default: return NULL;
    }
}

bool asm_write(struct assembly *a, const struct asm_operand *o, unsigned bits, LLVMValueRef value)
{
    unsigned said = modifier_bits(o->modifier);
    if (o->kind == OPERAND_REGISTER)
        return o->bits == bits && asm_write_register(a, o->name, bits, value);
    return o->kind == OPERAND_ARGUMENT && o->argument < a->constraints && (!said || said == bits) &&
           write_slot(a, a->slot_of[o->argument], bits, value);
}

LLVMValueRef asm_address(struct assembly *a, const struct asm_operand *o)
{
    struct asm_slot *s = o->kind == OPERAND_ARGUMENT || o->kind == OPERAND_THROUGH ? slot_of(a, o) : NULL;
    if (!s || a->overwritten)
        return NULL;
    if (o->kind == OPERAND_ARGUMENT)
        return s->address;
    if (s->address || !s->value || LLVMGetTypeKind(LLVMTypeOf(s->value)) != LLVMPointerTypeKind)
        return NULL;
    return o->number ? build_address(a->front, a->builder, s->value, (uint64_t)o->number) : s->value;
}

/* --- constraints --- */

/* The register that is named, "{ax}"; "" if any may be taken. */
static const char *register_name(struct front *f, const char *c)
{
    return *c == '{' ? arena_strndup(&f->arena, c + 1, strcspn(c + 1, "}")) : "";
}

/* Whether the place that the call is given as an argument holds a pointer. */
static bool place_holds_pointer(LLVMValueRef call, unsigned argument)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("elementtype", strlen("elementtype"));
    LLVMAttributeRef t = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
    return !t || LLVMGetTypeKind(LLVMGetTypeAttributeValue(t)) == LLVMPointerTypeKind;
}

static bool add_output(struct assembly *a, const char *c, LLVMTypeRef type, LLVMValueRef place)
{
    bool early = *c == '&';
    c += early;
    if (a->slots == MOST_SLOTS || a->constraints == MOST_SLOTS)
        return false;
    a->slot[a->slots] = (struct asm_slot){.is_output = true, .is_early = early, .address = place, .type = type};
    a->slot[a->slots].name = register_name(a->front, c);
    a->slot_of[a->constraints++] = a->slots++;
    return true;
}

/* The slot that an input shares with an output, by a number or by the name of a register; a->slots if it has one of its own. */
static unsigned shared_slot(const struct assembly *a, const char *c, const char *name)
{
    unsigned long number = isdigit((unsigned char)*c) ? strtoul(c, NULL, 10) : MOST_SLOTS;
    if (number < a->constraints)
        return a->slot_of[number];
    for (unsigned k = 0; k < a->slots && *name; k++)
        if (strcmp(a->slot[k].name, name) == 0)
            return k;
    return a->slots;
}

/* An input that shares a place in memory: the place begins with its value; or it is the address again, where the operand is read and written. */
static bool fill_place(struct assembly *a, const struct asm_slot *s, LLVMValueRef v)
{
    if (v == s->address)
        return !s->holds_pointer; /* otherwise it might be either */
    LLVMBuildStore(a->builder, v, s->address);
    return true;
}

static bool add_input(struct assembly *a, const char *c, LLVMValueRef v)
{
    if (a->slots == MOST_SLOTS || a->constraints == MOST_SLOTS)
        return false;
    const char *name = register_name(a->front, c);
    unsigned slot = shared_slot(a, c, name);
    struct asm_slot *s = &a->slot[slot];
    if (slot == a->slots)
        a->slot[a->slots++] = (struct asm_slot){.name = name};
    if (s->value || (s->address && !fill_place(a, s, v)))
        return false;
    a->slot_of[a->constraints++] = slot;
    if (s->address)
        return true;
    s->is_input = true;
    if (*c == '*')
        s->address = v;
    else
        s->value = v;
    return true;
}

static LLVMTypeRef result_type(LLVMValueRef call, unsigned k)
{
    LLVMTypeRef t = LLVMTypeOf(call);
    return LLVMGetTypeKind(t) == LLVMStructTypeKind ? (k < LLVMCountStructElementTypes(t) ? LLVMStructGetTypeAtIndex(t, k) : NULL)
           : k                                      ? NULL
                                                    : t;
}

/* Operands of the call come in the order of the constraints: places that are written, then inputs. */
static bool bind_operands(struct assembly *a, LLVMValueRef call, const char *constraints)
{
    unsigned argument = 0, arguments = LLVMGetNumArgOperands(call), result = 0;
    for (const char *c = constraints; c && *c; c = strchr(c, ',') ? strchr(c, ',') + 1 : NULL) {
        if (*c == '!')
            return false;
        if (*c == '~') {
            a->ordered |= starts_with(c, "~{memory}");
            continue;
        }
        bool output = *c == '=', place = c[output + (c[output] == '&')] == '*';
        if ((!output || place) && argument >= arguments)
            return false;
        LLVMValueRef v = !output || place ? LLVMGetArgOperand(call, argument++) : NULL;
        if (!output && !add_input(a, c, v))
            return false;
        if (output && !add_output(a, c + 1, v ? NULL : result_type(call, result++), v))
            return false;
        if (output && place)
            a->slot[a->slots - 1].holds_pointer = place_holds_pointer(call, argument - 1);
    }
    return true;
}

/* --- results --- */

static LLVMValueRef result_of(struct assembly *a, struct asm_slot *s)
{
    LLVMTypeKind kind = LLVMGetTypeKind(s->type);
    if (starts_with(s->name, "@cc")) {
        LLVMValueRef bit = asm_condition(a, s->name + 3);
        return bit && kind == LLVMIntegerTypeKind ? LLVMBuildZExt(a->builder, bit, s->type, "") : NULL;
    }
    if (!s->value || LLVMTypeOf(s->value) == s->type)
        return s->value;
    LLVMValueRef v = as_integer(a, s->value);
    unsigned bits = kind == LLVMPointerTypeKind   ? 8 * a->front->pointer_bytes
                    : kind == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(s->type)
                                                  : 0;
    if (!v || !bits || LLVMGetIntTypeWidth(LLVMTypeOf(v)) < bits)
        return NULL;
    v = LLVMBuildTrunc(a->builder, v, bits_type(a, bits), "");
    return kind == LLVMPointerTypeKind ? LLVMBuildIntToPtr(a->builder, v, s->type, "") : v;
}

/* What takes the place of the call; NULL if a result is not known. */
static LLVMValueRef all_results(struct assembly *a, LLVMTypeRef type)
{
    bool several = LLVMGetTypeKind(type) == LLVMStructTypeKind;
    LLVMValueRef whole = several ? LLVMGetUndef(type) : NULL;
    unsigned part = 0;
    for (unsigned k = 0; k < a->slots; k++) {
        struct asm_slot *s = &a->slot[k];
        if (!s->is_output || s->address)
            continue;
        LLVMValueRef v = s->type ? result_of(a, s) : NULL;
        if (!v)
            return NULL;
        whole = several ? LLVMBuildInsertValue(a->builder, whole, v, part++, "") : v;
    }
    return whole;
}

static bool do_steps(struct assembly *a, const char *text)
{
    struct asm_instruction i;
    bool bad;
    while (asm_next(&text, &i, &bad)) {
        a->now = &i;
        if (!asm_step(a, &i))
            return false;
        a->overwritten |= a->writes;
    }
    return !bad;
}

/* Puts instructions before the call; false if not all is known. */
static bool rewrite(struct assembly *a, LLVMValueRef call, LLVMValueRef *results)
{
    size_t length;
    LLVMValueRef callee = LLVMGetCalledValue(call);
    *results = NULL;
    if (LLVMGetInlineAsmDialect(callee) != LLVMInlineAsmDialectATT ||
        !bind_operands(a, call, LLVMGetInlineAsmConstraintString(callee, &length)) ||
        !do_steps(a, LLVMGetInlineAsmAsmString(callee, &length)))
        return false;
    return LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind || (*results = all_results(a, LLVMTypeOf(call)));
}

/* "inline assembly 'syscall'" */
static const char *name_of(struct front *f, LLVMValueRef callee)
{
    size_t length;
    const char *code = LLVMGetInlineAsmAsmString(callee, &length);
    struct text t = {0};
    enum { MOST_SHOWN = 60 };
    for (const char *c = code; c < code + length && t.size < MOST_SHOWN; c++)
        if (*c == '\n' || *c == '\t')
            text_char(&t, ' ');
        else if (*c != '"' && *c != '\\')
            text_char(&t, *c);
    const char *name = arena_printf(&f->arena, ASSEMBLY_NAME "%s%s'", text_string(&t), length > MOST_SHOWN ? "..." : "");
    text_free(&t);
    return name;
}

/* What is not known is a function that nobody defines, with the operands as its arguments. */
static void call_unknown(struct front *f, LLVMBuilderRef b, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call), arguments[MOST_SLOTS];
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    const char *name = name_of(f, callee);
    unsigned n = LLVMGetNumArgOperands(call);
    if (n > MOST_SLOTS)
        return;
    for (unsigned k = 0; k < n; k++)
        arguments[k] = LLVMGetArgOperand(call, k);
    LLVMValueRef fn = LLVMGetNamedFunction(f->module, name);
    if (!fn || LLVMGlobalGetValueType(fn) != type)
        fn = LLVMAddFunction(f->module, name, type); /* a name that is taken gets a number */
    LLVMPositionBuilderBefore(b, call);
    LLVMValueRef result = LLVMBuildCall2(b, type, fn, arguments, n, "");
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
        LLVMReplaceAllUsesWith(call, result);
    LLVMInstructionEraseFromParent(call);
}

static void replace(struct front *f, LLVMBuilderRef b, LLVMValueRef call)
{
    LLVMValueRef before = LLVMGetPreviousInstruction(call), results;
    struct assembly *a = NEW(struct assembly);
    *a = (struct assembly){.front = f, .builder = b};
    LLVMPositionBuilderBefore(b, call);
    if (rewrite(a, call, &results)) {
        if (results)
            LLVMReplaceAllUsesWith(call, results);
        LLVMInstructionEraseFromParent(call);
    } else {
        for (LLVMValueRef i; (i = LLVMGetPreviousInstruction(call)) != before && i != NULL;)
            LLVMInstructionEraseFromParent(i);
        call_unknown(f, b, call);
    }
    mem_free(a);
}

void replace_assembly(struct front *f)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    each_function(fn, f->module) each_block(block, fn) for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next)
    {
        next = LLVMGetNextInstruction(i);
        if (LLVMIsACallInst(i) && LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
            replace(f, b, i);
    }
    LLVMDisposeBuilder(b);
}
