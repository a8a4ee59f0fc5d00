/* sprintf, snprintf and asprintf with a literal format, written out: a call of a model for each piece (models/sprintf.c), which knows the type of what it
 * prints. What is not understood stays a call, and its format is read when it runs. */
#include "frontend/front.h"

#include "base/text.h"
#include "frontend/leaves.h"

struct piece {
    char kind; /* as models/conversion.h has it: a letter, or 0 for text */
    unsigned flags, bits;
    uint32_t width_from, precision_from; /* arguments, or NONE */
    unsigned width, precision;
    bool is_real;
    bool is_any; /* takes an argument that is not looked at */
};

struct printer {
    struct front *front;
    LLVMBuilderRef builder;
    LLVMValueRef call, to, room, length;
    LLVMValueRef area; /* where the arguments are, one behind the other, if there is no call that has them */
    uint64_t wider;    /* bytes that arguments so far took of it beyond a word each */
    uint32_t next;     /* argument */
    LLVMTypeRef word, number, pointer;
};

enum {
    LEFT = 1 << 8,
    PLUS = 1 << 9,
    SPACE = 1 << 10,
    OTHER = 1 << 11,
    ZERO = 1 << 12,
    PRECISION = 1 << 13
}; /* models/conversion.h */

static const char *read_flags(const char *p, unsigned *flags)
{
    static const char letters[] = "-+ #0";
    for (const char *l; *p && (l = strchr(letters, *p)); p++)
        *flags |= LEFT << (l - letters);
    return p;
}

static const char *read_number(struct printer *w, const char *p, uint32_t *from, unsigned *number)
{
    if (*p == '*') {
        *from = w->next++;
        return p + 1;
    }
    for (; *p >= '0' && *p <= '9'; p++)
        *number = 10 * *number + (unsigned)(*p - '0');
    return p;
}

static const char *read_length(const struct front *f, const char *p, struct piece *c, bool *is_long)
{
    int longs = 0;
    for (; *p == 'h'; p++)
        longs--;
    for (; *p && strchr("lzt", *p); p++)
        longs++;
    for (; *p && strchr("jqL", *p); p++)
        longs = 2;
    *is_long = longs > 0;
    c->bits = longs > 1 ? 64 : longs == 1 ? 8 * f->pointer_bytes : longs == 0 ? 32 : longs == -1 ? 16 : 8;
    return p;
}

/* The conversion at *f (behind the %), which is moved behind it. False: not understood. */
static bool read_piece(struct printer *w, const char **f, struct piece *c)
{
    bool is_long;
    *c = (struct piece){.width_from = NONE, .precision_from = NONE};
    const char *p = read_number(w, read_flags(*f, &c->flags), &c->width_from, &c->width);
    if (*p == '.') {
        c->flags |= PRECISION;
        p = read_number(w, p + 1, &c->precision_from, &c->precision);
    }
    p = read_length(w->front, p, c, &is_long);
    c->kind = *p;
    *f = p + 1;
    c->is_real = *p && strchr("eEfFgG", *p) && p[-1] != 'L';
    bool is_hexadecimal = *p == 'a' || *p == 'A', has_any_digits = p[-1] == 'L' && strchr("eEfFgGaA", *p);
    if (is_hexadecimal || has_any_digits)
        c->kind = has_any_digits ? 'S' : 'f'; /* a long double */
    c->is_any = is_hexadecimal || c->kind == 'm' || c->kind == 'S' || c->kind == 'C' || (is_long && (*p == 's' || *p == 'c'));
    if (c->is_any && c->kind != 'f' && c->kind != 'm')
        c->kind = 's';
    return *p && strchr("diuxXopcsmeEfFgGSC", c->kind);
}

static LLVMValueRef build(struct printer *w, const char *name, LLVMValueRef *arguments, unsigned n)
{
    LLVMValueRef model = LLVMGetNamedFunction(w->front->module, name);
    return LLVMBuildCall2(w->builder, LLVMGlobalGetValueType(model), model, arguments, n, "");
}

static LLVMValueRef constant(LLVMTypeRef t, uint64_t value) { return LLVMConstInt(t, value, false); }

static LLVMValueRef next_in_area(struct printer *w, uint32_t k, LLVMTypeRef type)
{
    uint64_t slot = w->front->pointer_bytes, size = type_size(w->front, type);
    LLVMValueRef v = LLVMBuildLoad2(w->builder, type, build_address(w->front, w->builder, w->area, k * slot + w->wider), "");
    LLVMSetAlignment(v, (unsigned)slot);
    w->wider += size > slot ? size - slot : 0;
    return v;
}

/* The k-th argument behind the format, which has to be of such a type (of any width, where it is known); or NULL. */
static LLVMValueRef argument(struct printer *w, uint32_t k, LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (w->area)
        return next_in_area(w, k, type);
    unsigned first = LLVMCountParams(LLVMGetCalledValue(w->call));
    LLVMValueRef v = first + k < LLVMGetNumArgOperands(w->call) ? LLVMGetArgOperand(w->call, first + k) : NULL;
    return v && LLVMGetTypeKind(LLVMTypeOf(v)) == kind ? v : NULL;
}

static LLVMValueRef part_of_extent(struct printer *w, uint32_t from, unsigned given)
{
    LLVMTypeRef half = LLVMInt32TypeInContext(w->front->context);
    LLVMValueRef v = from == NONE ? constant(w->number, given) : argument(w, from, half);
    return v && from != NONE ? LLVMBuildZExt(w->builder, LLVMBuildIntCast2(w->builder, v, half, true, ""), w->number, "") : v;
}

static LLVMValueRef extent_of(struct printer *w, const struct piece *c)
{
    LLVMValueRef width = part_of_extent(w, c->width_from, c->width), precision = part_of_extent(w, c->precision_from, c->precision);
    if (!width || !precision)
        return NULL;
    return LLVMBuildOr(w->builder, width, LLVMBuildShl(w->builder, precision, constant(w->number, 32), ""), "");
}

static LLVMValueRef number_of(struct printer *w, const struct piece *c)
{
    if (c->kind == 'p') {
        LLVMValueRef p = argument(w, w->next++, w->pointer);
        return p ? LLVMBuildPtrToInt(w->builder, p, w->number, "") : NULL;
    }
    unsigned bits = c->kind == 'c' ? 8 : c->bits;
    LLVMValueRef v = argument(w, w->next++, LLVMIntTypeInContext(w->front->context, bits < 32 ? 32 : bits));
    if (!v || LLVMGetIntTypeWidth(LLVMTypeOf(v)) < bits)
        return NULL;
    v = LLVMBuildIntCast2(w->builder, v, LLVMIntTypeInContext(w->front->context, bits), false, "");
    return LLVMBuildIntCast2(w->builder, v, w->number, c->kind == 'd' || c->kind == 'i', "");
}

static bool print_piece(struct printer *w, const struct piece *c)
{
    LLVMValueRef extent = extent_of(w, c),
                 how = constant(LLVMInt32TypeInContext(w->front->context), (unsigned char)c->kind | c->flags);
    const char *name = c->is_any        ? "__heddle_print_any"
                       : c->is_real     ? "__heddle_print_real"
                       : c->kind == 's' ? "__heddle_print_string"
                                        : "__heddle_print_number";
    LLVMValueRef value = NULL;
    if (c->is_any && c->kind != 'm' && w->area)
        return false; /* how much of the area it takes is not looked at */
    if (c->is_any)
        w->next += c->kind != 'm';
    else if (c->is_real)
        value = argument(w, w->next++, LLVMDoubleTypeInContext(w->front->context));
    else
        value = c->kind == 's' ? argument(w, w->next++, w->pointer) : number_of(w, c);
    if (!extent || (!value && !c->is_any))
        return false;
    if (c->is_any)
        w->length = build(w, name, (LLVMValueRef[]){w->to, w->room, w->length, how, extent}, 5);
    else
        w->length = build(w, name, (LLVMValueRef[]){w->to, w->room, w->length, value, how, extent}, 6);
    return true;
}

static void print_text(struct printer *w, const char *text, size_t size)
{
    if (!size)
        return;
    LLVMValueRef literal = LLVMBuildGlobalString(w->builder, arena_strndup(&w->front->arena, text, size), "piece");
    LLVMValueRef arguments[] = {w->to, w->room, w->length, literal, constant(w->word, size)};
    w->length = build(w, "__heddle_print_text", arguments, 5);
}

static bool print_pieces(struct printer *w, const char *text)
{
    while (*text) {
        size_t plain = strcspn(text, "%");
        struct piece c;
        print_text(w, text, plain);
        text += plain;
        if (text[0] == '%' && text[1] == '%') {
            print_text(w, text, 1);
            text += 2;
        } else if (*text) {
            text++;
            if (!read_piece(w, &text, &c) || !print_piece(w, &c))
                return false;
        }
    }
    return true;
}

/* All pieces, with so much room; false if the format is not understood. */
static bool print_to(struct printer *w, LLVMValueRef to, LLVMValueRef room, const char *format)
{
    w->to = to;
    w->room = room;
    w->length = constant(w->word, 0);
    w->next = 0;
    w->wider = 0;
    return print_pieces(w, format);
}

/* asprintf: counted first, then printed into new memory. */
static LLVMValueRef print_new(struct printer *w, const char *format)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(w->front->context, 0);
    if (!print_to(w, LLVMConstNull(pointer), constant(w->word, 0), format))
        return NULL;
    LLVMValueRef memory = build(w, "__heddle_print_memory", (LLVMValueRef[]){LLVMGetArgOperand(w->call, 0), w->length}, 2);
    LLVMValueRef there = LLVMBuildICmp(w->builder, LLVMIntNE, memory, LLVMConstNull(pointer), "");
    LLVMValueRef bytes = LLVMBuildAdd(w->builder, w->length, constant(w->word, 1), "");
    print_to(w, memory, LLVMBuildSelect(w->builder, there, bytes, constant(w->word, 0), ""), format);
    LLVMValueRef end = build(w, "__heddle_print_end", (LLVMValueRef[]){w->to, w->room, w->length}, 3);
    return LLVMBuildSelect(w->builder, there, end, LLVMConstAllOnes(LLVMTypeOf(end)), "");
}

static LLVMValueRef print_limited(struct printer *w, bool limited, const char *format)
{
    LLVMValueRef room = limited ? LLVMBuildIntCast2(w->builder, LLVMGetArgOperand(w->call, 1), w->word, false, "") : NULL;
    if (!print_to(w, LLVMGetArgOperand(w->call, 0), limited ? room : LLVMConstAllOnes(w->word), format))
        return NULL;
    return build(w, "__heddle_print_end", (LLVMValueRef[]){w->to, w->room, w->length}, 3);
}

static struct printer printer_new(struct front *f, LLVMBuilderRef b, LLVMValueRef call, LLVMValueRef area)
{
    return (struct printer){.front = f,
                            .builder = b,
                            .call = call,
                            .area = area,
                            .word = LLVMIntTypeInContext(f->context, 8 * f->pointer_bytes),
                            .number = LLVMInt64TypeInContext(f->context),
                            .pointer = LLVMPointerTypeInContext(f->context, 0)};
}

LLVMValueRef write_out_list(struct front *f, LLVMBuilderRef b, LLVMValueRef to, LLVMValueRef room, LLVMValueRef area,
                            const char *format)
{
    struct printer w = printer_new(f, b, NULL, area);
    if (!print_to(&w, to, room, format))
        return NULL;
    return build(&w, "__heddle_print_end", (LLVMValueRef[]){w.to, w.room, w.length}, 3);
}

void write_out_sprintf(struct front *f, LLVMBuilderRef b, LLVMValueRef call)
{
    bool limited = strcmp(called_name(call), "snprintf") == 0, is_new = strcmp(called_name(call), "asprintf") == 0;
    size_t size;
    if (LLVMGetNumArgOperands(call) < (limited ? 3 : 2) || LLVMCountParams(LLVMGetCalledValue(call)) != (limited ? 3 : 2))
        return;
    const char *literal = constant_text(LLVMGetArgOperand(call, limited ? 2 : 1), &size);
    if (!literal)
        return;
    LLVMValueRef before = LLVMGetPreviousInstruction(call); /* nothing is left between them if the format is not understood */
    LLVMPositionBuilderBefore(b, call);
    struct printer w = printer_new(f, b, call, NULL);
    const char *format = arena_strndup(&f->arena, literal, size);
    LLVMValueRef printed = is_new ? print_new(&w, format) : print_limited(&w, limited, format);
    if (printed) {
        LLVMReplaceAllUsesWith(call, printed);
        LLVMInstructionEraseFromParent(call);
        return;
    }
    for (LLVMValueRef i = LLVMGetPreviousInstruction(call); i != before; i = LLVMGetPreviousInstruction(call))
        LLVMInstructionEraseFromParent(i);
}
