/* Calls of sscanf with a literal format, written out: a call of a model for each piece of the format (models/sscanf.h), over a scanner that is a
 * variable of the function. What is not understood stays a call. formats.c does the same for scanf and fscanf. */
#include "frontend/wide_values.h"

#include "base/text.h"

#include <ctype.h>

enum { BASE_MASK = 0xff, IS_SIGNED = 1 << 8, IS_SKIPPED = 1 << 9 }; /* as in models/sscanf.h */

struct writer {
    struct front *front;
    LLVMBuilderRef b;
    LLVMValueRef call, scanner;
    unsigned argument; /* the next one */
    bool writes;       /* otherwise the format is only looked at */
    int conversions;   /* that are stored and counted */
};

struct piece {
    bool skip, is_longest; /* behind L */
    unsigned width, bits, longs;
    char kind;
};

static LLVMValueRef word(const struct writer *w, uint64_t value)
{
    return LLVMConstInt(LLVMInt32TypeInContext(w->front->context), value, false);
}

/* A call of __heddle_scan_string_NAME with the scanner first. */
static LLVMValueRef build(struct writer *w, const char *name, LLVMValueRef *arguments, unsigned n)
{
    LLVMValueRef all[6] = {w->scanner};
    LLVMValueRef model = LLVMGetNamedFunction(w->front->module, arena_printf(&w->front->arena, "__heddle_scan_string_%s", name));
    memcpy(all + 1, arguments, n * sizeof *all);
    return LLVMBuildCall2(w->b, LLVMGlobalGetValueType(model), model, all, n + 1, "");
}

/* The width, length and kind at *f (behind the %), which is moved behind them. */
static struct piece read_piece(const struct front *front, const char **f)
{
    const char *p = *f;
    struct piece c = {.skip = *p == '*'};
    unsigned shorts = 0;
    p += c.skip;
    for (; isdigit((unsigned char)*p); p++)
        c.width = 10 * c.width + (unsigned)(*p - '0');
    for (; *p == 'h'; p++)
        shorts++;
    for (; *p == 'l' || *p == 'z' || *p == 't'; p++)
        c.longs++;
    if (*p == 'j' || *p == 'q') {
        c.longs = 2;
        p++;
    }
    c.is_longest = *p == 'L';
    p += c.is_longest;
    c.bits = c.longs > 1 || (c.longs && front->pointer_bytes == 8) ? 64 : shorts > 1 ? 8 : shorts ? 16 : 32;
    c.kind = *p;
    *f = *p ? p + 1 : p;
    return c;
}

/* The pointer that a piece stores to; NULL if the call has too few arguments. */
static LLVMValueRef next_argument(struct writer *w, const struct piece *c)
{
    if (c->skip)
        return LLVMConstNull(LLVMPointerTypeInContext(w->front->context, 0));
    if (w->argument >= LLVMGetNumArgOperands(w->call))
        return NULL;
    return LLVMGetArgOperand(w->call, w->argument++);
}

static int base_of(char kind) { return kind == 'i' ? 0 : kind == 'o' ? 8 : kind == 'x' || kind == 'X' ? 16 : 10; }

/* Behind the bracket that closes a set of characters; NULL if there is none. One that comes first is a character. */
static const char *behind_set(const char *p)
{
    p += *p == '^';
    p += *p == ']';
    p = strchr(p, ']');
    return p ? p + 1 : NULL;
}

static bool write_text(struct writer *w, const struct piece *c, const char **f, LLVMValueRef to)
{
    LLVMValueRef how = word(w, c->skip ? IS_SKIPPED : 0), width = word(w, c->width ? c->width : c->kind == 'c' ? 1 : UINT32_MAX);
    const char *set = *f;
    if (c->longs)
        return false;
    if (c->kind == '[' && !(*f = behind_set(*f)))
        return false;
    if (!w->writes)
        return true;
    if (c->kind == '[') {
        LLVMValueRef characters = LLVMBuildGlobalString(w->b, arena_strndup(&w->front->arena, set, (size_t)(*f - set)), "set");
        build(w, "set", (LLVMValueRef[]){to, characters, how, width}, 4);
    } else {
        build(w, c->kind == 's' ? "text" : "characters", (LLVMValueRef[]){to, how, width}, 3);
    }
    return true;
}

/* The conversion at *f, which is moved behind it. False: not modelled. */
static bool write_conversion(struct writer *w, const char **f)
{
    struct piece c = read_piece(w->front, f);
    LLVMValueRef to = next_argument(w, &c);
    if (!to || !c.kind || (c.is_longest && !strchr("aAeEfFgG", c.kind)))
        return false;
    bool counted = !c.skip && c.kind != 'n';
    w->conversions += counted;
    if (strchr("diuoxX", c.kind)) {
        int how = base_of(c.kind) | (strchr("di", c.kind) ? IS_SIGNED : 0) | (c.skip ? IS_SKIPPED : 0);
        LLVMValueRef arguments[] = {to, word(w, c.bits), word(w, (uint64_t)how), word(w, c.width ? c.width : UINT32_MAX)};
        if (w->writes)
            build(w, "number", arguments, 4);
        return true;
    }
    if (strchr("aAeEfFgG", c.kind)) {
        unsigned bits = c.is_longest ? LONG_DOUBLE_BITS : c.longs ? 64 : 32;
        LLVMValueRef arguments[] = {to, word(w, bits), word(w, c.skip ? IS_SKIPPED : 0), word(w, c.width ? c.width : UINT32_MAX)};
        if (w->writes)
            build(w, "decimal", arguments, 4);
        return c.longs < 2;
    }
    if (c.kind == 'n') {
        if (w->writes)
            build(w, "position", (LLVMValueRef[]){to, word(w, c.bits)}, 2);
        return !c.skip;
    }
    return strchr("s[c", c.kind) && write_text(w, &c, f, to);
}

static bool write_pieces(struct writer *w, const char *f)
{
    w->argument = 2;
    w->conversions = 0;
    while (*f) {
        bool space = isspace((unsigned char)*f), percent = f[0] == '%' && f[1] == '%';
        if (!space && *f == '%' && !percent) {
            f++;
            if (!write_conversion(w, &f))
                return false;
            continue;
        }
        if (w->writes && (space || percent))
            build(w, "space", NULL, 0);
        if (w->writes && !space)
            build(w, "literal", (LLVMValueRef[]){word(w, (unsigned char)*f)}, 1);
        f += percent ? 2 : 1;
    }
    return true;
}

/* The variable that the pieces share. */
static LLVMValueRef new_scanner(struct front *f, LLVMBuilderRef b, LLVMValueRef call)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(f->context, 0), number = LLVMInt32TypeInContext(f->context);
    LLVMTypeRef flag = LLVMInt8TypeInContext(f->context), members[] = {pointer, pointer, number, number, flag, flag};
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)));
    return LLVMBuildAlloca(b, LLVMStructTypeInContext(f->context, members, 6, false), "scanner");
}

void write_out_sscanf(struct front *f, LLVMBuilderRef b, LLVMValueRef call)
{
    size_t length;
    const char *literal = LLVMGetNumArgOperands(call) >= 2 ? constant_text(LLVMGetArgOperand(call, 1), &length) : NULL;
    const char *format = literal ? arena_strndup(&f->arena, literal, length) : NULL;
    struct writer w = {.front = f, .b = b, .call = call};
    if (!format || !write_pieces(&w, format))
        return;
    w.writes = true;
    w.scanner = new_scanner(f, b, call);
    LLVMPositionBuilderBefore(b, call);
    build(&w, "begin", (LLVMValueRef[]){LLVMGetArgOperand(call, 0), word(&w, (uint64_t)w.conversions)}, 2);
    write_pieces(&w, format);
    LLVMReplaceAllUsesWith(call, build(&w, "end", NULL, 0));
    LLVMInstructionEraseFromParent(call);
}
