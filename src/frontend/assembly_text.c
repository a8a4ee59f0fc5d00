/* The text of inline assembly, in AT&T's syntax as LLVM hands it on: "$0" and "${0:b}" are operands, "$$1" is a number. */
#include "frontend/assembly.h"

#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *skip_blanks(const char *s) { return s + strspn(s, " \t"); }

/* Registers by the names of their parts. */
static const struct {
    const char *name, *part[4]; /* of 8, 16, 32, 64 bits */
} registers[] = {
    {"ax", {"al", "ax", "eax", "rax"}}, {"bx", {"bl", "bx", "ebx", "rbx"}},  {"cx", {"cl", "cx", "ecx", "rcx"}},
    {"dx", {"dl", "dx", "edx", "rdx"}}, {"si", {"sil", "si", "esi", "rsi"}}, {"di", {"dil", "di", "edi", "rdi"}},
};

static const char *read_register(const char *s, struct asm_operand *o)
{
    size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789");
    for (unsigned r = 0; r < sizeof registers / sizeof *registers; r++)
        for (unsigned k = 0; k < 4; k++)
            if (strlen(registers[r].part[k]) == n && strncmp(s, registers[r].part[k], n) == 0) {
                *o = (struct asm_operand){.kind = OPERAND_REGISTER, .name = registers[r].name, .bits = 8u << k};
                return s + n;
            }
    return NULL;
}

/* Behind the "$": a number, or a number and a letter in braces. */
static const char *read_argument(const char *s, struct asm_operand *o)
{
    char *end;
    bool braces = *s == '{';
    s += braces;
    if (!isdigit((unsigned char)*s))
        return NULL;
    *o = (struct asm_operand){.kind = OPERAND_ARGUMENT, .argument = (unsigned)strtoul(s, &end, 10)};
    if (!braces)
        return end;
    if (*end == ':') {
        if (!end[1] || !strchr("bwkq", end[1]))
            return NULL;
        o->modifier = end[1];
        end += 2;
    }
    return *end == '}' ? end + 1 : NULL;
}

/* "(%rsp)" behind a number: memory of the stack that nobody uses. "($1)": what an operand points to. */
static const char *read_address(const char *s, struct asm_operand *o, int64_t offset)
{
    s = skip_blanks(s + 1);
    if (starts_with(s, "%rsp") || starts_with(s, "%esp")) {
        *o = (struct asm_operand){.kind = OPERAND_STACK, .number = offset};
        s += 4;
    } else {
        if (*s != '$' || !(s = read_argument(s + 1, o)) || o->modifier)
            return NULL;
        o->kind = OPERAND_THROUGH;
        o->number = offset;
    }
    s = skip_blanks(s);
    return *s == ')' ? s + 1 : NULL;
}

static const char *read_operand(const char *s, struct asm_operand *o)
{
    char *end;
    if (*s == '%')
        return read_register(s + 1, o);
    if (s[0] == '$' && s[1] == '$') {
        *o = (struct asm_operand){.kind = OPERAND_NUMBER, .number = strtoll(s + 2, &end, 0)};
        return end == s + 2 ? NULL : end;
    }
    if (*s == '$')
        return read_argument(s + 1, o);
    int64_t offset = strtoll(s, &end, 0);
    return *end == '(' ? read_address(end, o, offset) : NULL;
}

static bool is_alignment(const char *s)
{
    return starts_with(s, ".p2align") || starts_with(s, ".align") || starts_with(s, ".balign");
}

/* Blanks, ends of statements, comments, labels that are numbers, where code is to begin, and notes that a linker collects in another section. */
static const char *skip_nothing(const char *s)
{
    for (;;) {
        s += strspn(s, " \t\n\r;");
        size_t digits = strspn(s, "0123456789");
        if (*s == '#')
            s += strcspn(s, "\n");
        else if (is_alignment(s))
            s += strcspn(s, "\n;");
        else if (digits && s[digits] == ':')
            s += digits + 1;
        else if (starts_with(s, ".pushsection") && strstr(s, ".popsection"))
            s = strstr(s, ".popsection") + strlen(".popsection");
        else
            return s;
    }
}

static const char *read_operands(const char *s, struct asm_instruction *out)
{
    s = skip_blanks(s);
    while (*s && !strchr("\n\r;#", *s)) {
        if (out->count == MOST_OPERANDS || !(s = read_operand(s, &out->operand[out->count])))
            return NULL;
        out->count++;
        s = skip_blanks(s);
        if (*s == ',') {
            s = skip_blanks(s + 1);
            if (!*s || strchr("\n\r;#", *s))
                return NULL;
        } else if (*s && !strchr("\n\r;#", *s))
            return NULL;
    }
    return s;
}

bool asm_next(const char **text, struct asm_instruction *out, bool *bad)
{
    *out = (struct asm_instruction){0};
    for (const char *s = *text;;) {
        s = skip_nothing(s);
        if (!*s) {
            *bad = out->lock || out->rep;
            return false;
        }
        size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyz0123456789");
        bool lock = n == 4 && strncmp(s, "lock", n) == 0, rep = n == 3 && strncmp(s, "rep", n) == 0;
        if (lock || rep) { /* also as statements of their own */
            out->lock |= lock;
            out->rep |= rep;
            s += n;
            continue;
        }
        if (!n || n >= sizeof out->name) {
            *bad = true;
            return false;
        }
        memcpy(out->name, s, n);
        s = strchr(" \t\n\r;#", s[n]) ? read_operands(s + n, out) : NULL;
        *bad = !s;
        *text = s;
        return s != NULL;
    }
}
