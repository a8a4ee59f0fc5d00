/* Calls of scanf and fscanf with a literal format, written out (of sscanf: string_formats.c): a call of the model says how many conversions succeed, and one more for
 * each of them stores a value of the type that the format names (models/scanf.c). A model that looked at the format when it runs would
 * have to access every argument in every width. What is not understood stays a call. print_formats.c has the printf family. */
#include "frontend/wide_values.h"

#include "base/text.h"

struct conversion {
    char kind; /* 'n' number, 't' text */
    unsigned bits, width;
    bool skip, limited; /* limited: a number of at most width digits */
    bool is_set;        /* text of the characters in brackets */
};
enum { MOST_CONVERSIONS = 32 };

/* Behind the bracket that closes a set of characters; NULL if there is none. One that comes first is a character. */
static const char *behind_set(const char *p)
{
    p += *p == '^';
    p += *p == ']';
    p = strchr(p, ']');
    return p ? p + 1 : NULL;
}

/* The conversion at *f (behind the %), which is moved behind it. False: not modelled. */
static bool read_conversion(const struct front *front, const char **f, struct conversion *c)
{
    const char *p = *f;
    unsigned longs = 0, shorts = 0;
    *c = (struct conversion){.kind = 'n', .skip = *p == '*'};
    p += c->skip;
    for (; *p >= '0' && *p <= '9'; p++)
        c->width = 10 * c->width + (unsigned)(*p - '0');
    for (; *p == 'h'; p++)
        shorts++;
    for (; *p == 'l' || *p == 'z'; p++)
        longs++;
    bool is_longest = *p == 'L';
    p += is_longest;
    *f = p + 1;
    if (is_longest && !strchr("aAeEfFgG", *p))
        return false;
    bool is_long = longs == 1 && front->pointer_bytes == 8;
    switch (*p) {
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
        c->bits = longs > 1 || is_long ? 64 : shorts > 1 ? 8 : shorts ? 16 : 32;
        c->limited = c->width != 0;
        return true;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        c->bits = is_longest ? LONG_DOUBLE_BITS : longs ? 64 : 32;
        c->limited = c->width != 0;
        return true;
    case 'c': c->bits = 8; return c->width <= 1 && !longs;
    case 's':
        c->kind = 't';
        c->width = c->width ? c->width : UINT32_MAX; /* as long as the input has it: it may go beyond any array */
        return !longs;
    case '[':
        c->kind = 't';
        c->is_set = true;
        c->width = c->width ? c->width : UINT32_MAX;
        *f = behind_set(p + 1);
        return !longs && *f;
    default: return false;
    }
}

/* How many there are; NONE if the format is not understood. */
static uint32_t read_format(const struct front *f, const char *text, struct conversion *all)
{
    uint32_t n = 0;
    while (*text) {
        if (*text++ != '%')
            continue;
        if (*text == '%') {
            text++;
            continue;
        }
        if (n == MOST_CONVERSIONS || !read_conversion(f, &text, &all[n]))
            return NONE;
        n += !all[n].skip;
    }
    return n;
}

static LLVMValueRef build_call(struct front *f, LLVMBuilderRef b, const char *name, LLVMValueRef *arguments, unsigned n)
{
    LLVMValueRef model = LLVMGetNamedFunction(f->module, name);
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(model), model, arguments, n, "");
}

enum origin { STANDARD_INPUT, A_FILE }; /* as models/scanf.c numbers them */

static void write_out(struct front *f, LLVMBuilderRef b, LLVMValueRef call, unsigned format, enum origin origin)
{
    size_t length;
    const char *text = constant_text(LLVMGetArgOperand(call, format), &length);
    struct conversion all[MOST_CONVERSIONS + 1];
    uint32_t n = text ? read_format(f, arena_strndup(&f->arena, text, length), all) : NONE;
    if (n == NONE || LLVMGetNumArgOperands(call) < format + 1 + n)
        return;
    LLVMTypeRef word = LLVMInt32TypeInContext(f->context);
    LLVMPositionBuilderBefore(b, call);
    LLVMValueRef stream = LLVMGetArgOperand(call, 0), nothing = LLVMConstNull(LLVMPointerTypeInContext(f->context, 0));
    LLVMValueRef memory = origin == A_FILE ? build_call(f, b, "__heddle_scans_file", &stream, 1)
                                           : LLVMConstInt(word, changes_standard_input(f) ? A_FILE : STANDARD_INPUT, false);
    LLVMValueRef first[] = {LLVMConstInt(word, n, false), nothing, memory};
    LLVMValueRef matched = build_call(f, b, "__heddle_scan", first, 3);
    for (uint32_t k = 0; k < n; k++) {
        LLVMValueRef matches = LLVMBuildICmp(b, LLVMIntSLT, LLVMConstInt(word, k, false), matched, "");
        LLVMValueRef arguments[] = {LLVMGetArgOperand(call, format + 1 + k), LLVMBuildZExt(b, matches, word, ""),
                                    all[k].limited ? LLVMConstInt(word, A_FILE, false) : memory,
                                    LLVMConstInt(word, all[k].width, false)};
        const char *name = all[k].is_set        ? "__heddle_scan_set"
                           : all[k].kind == 't' ? "__heddle_scan_text"
                                                : arena_printf(&f->arena, "__heddle_scan_%u", all[k].bits);
        build_call(f, b, name, arguments, all[k].kind == 't' ? 4 : 3);
    }
    LLVMReplaceAllUsesWith(call, matched);
    LLVMInstructionEraseFromParent(call);
}

void write_out_formats(struct front *f)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->context);
    LLVMValueRef next;
    each_function(fn, f->module) each_block(block, fn) for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next)
    {
        next = LLVMGetNextInstruction(i);
        const char *name = called_name(i);
        LLVMValueRef callee = *name ? called_function(i) : NULL;
        if (!callee || LLVMGetStringAttributeAtIndex(callee, LLVMAttributeFunctionIndex, USERS_OWN, sizeof USERS_OWN - 1))
            continue;
        if (starts_with(name, "__isoc99_"))
            name += strlen("__isoc99_");
        if (strcmp(name, "scanf") == 0)
            write_out(f, b, i, 0, STANDARD_INPUT);
        else if (strcmp(name, "fscanf") == 0)
            write_out(f, b, i, 1, A_FILE);
        else if (strcmp(name, "sscanf") == 0 && !f->wide) /* which wants no values: the row of library.def says what is written */
            write_out_sscanf(f, b, i);
    }
    LLVMDisposeBuilder(b);
}
