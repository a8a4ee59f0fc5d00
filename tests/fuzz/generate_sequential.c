/* The generator of sequential programs. Globals g0.. of every integer type, an array, a struct with bit-fields, a union, an array
 * of structs, pointers into them, functions with loops and switches; what generate_memory.c adds. Signed overflow is meant to wrap (-fwrapv); divisors are made
 * positive, shift counts small, indices masked. */
#include "sequential.h"

enum { FUNCTIONS = 3 };

static const char *const types[] = {"signed char", "unsigned char",      "short", "unsigned short", "int",          "unsigned",
                                    "long long",   "unsigned long long", "_Bool", "long",           "unsigned long"};
enum { TYPES = 11 };

unsigned bound(struct gen *g, unsigned right, unsigned wrong) { return g->careless && below(g, 8) == 0 ? wrong : right; }

static void lvalue(struct gen *g, struct text *t, unsigned depth)
{
    if (below(g, 4) == 0 && memory_lvalue(g, t, depth))
        return;
    switch (below(g, 12)) {
    case 0:
    case 1:
    case 2: text_printf(t, "l%u", below(g, LOCALS)); break;
    case 3: text_printf(t, "arr[%u]", below(g, 8)); break;
    case 4:
        text_append(t, "arr[(");
        expression(g, t, depth + 2);
        text_printf(t, ") & %u]", bound(g, 7, 15));
        break;
    case 5: text_printf(t, "st.%s", (const char *const[]){"a", "b", "c", "f1", "f2", "f3"}[below(g, 6)]); break;
    case 6: text_printf(t, "un.%s", (const char *const[]){"w", "h[0]", "h[1]", "c[2]", "c[3]", "q"}[below(g, 6)]); break;
    case 7:
        text_append(t, "recs[(");
        expression(g, t, depth + 2);
        text_printf(t, ") & %u].%s", bound(g, 3, 7), (const char *const[]){"x", "y", "z"}[below(g, 3)]);
        break;
    case 8: text_printf(t, "*p%u", below(g, 2)); break;
    case 9: text_printf(t, "mat[%u][%u]", below(g, 3), below(g, 2)); break;
    default: text_printf(t, "g%u", below(g, GLOBALS)); break;
    }
}

static void constant(struct gen *g, struct text *t)
{
    static const char *const corner[] = {"0",
                                         "1",
                                         "-1",
                                         "127",
                                         "128",
                                         "255",
                                         "-128",
                                         "32767",
                                         "65535",
                                         "2147483647",
                                         "(-2147483647 - 1)",
                                         "4294967295u",
                                         "9223372036854775807ll",
                                         "0x8000000000000000ull"};
    if (below(g, 2))
        text_append(t, corner[below(g, 14)]);
    else
        text_printf(t, "%u", below(g, 1000));
}

void expression(struct gen *g, struct text *t, unsigned depth)
{
    static const char *const ops[] = {"+", "-", "*", "&", "|", "^", "==", "!=", "<", "<=", ">", ">=", "&&", "||"};
    unsigned kind = depth > 3 ? below(g, 4) : below(g, 14);
    switch (kind) {
    case 0: constant(g, t); return;
    case 1:
    case 2:
    case 3: lvalue(g, t, depth); return;
    case 4:
        text_printf(t, "(%s)(", types[below(g, TYPES)]);
        expression(g, t, depth + 1);
        text_char(t, ')');
        return;
    case 5:
        text_append(t, (const char *const[]){"-(", "~(", "!("}[below(g, 3)]);
        expression(g, t, depth + 1);
        text_char(t, ')');
        return;
    case 6:
        text_append(t, "((");
        expression(g, t, depth + 1);
        text_append(t, below(g, 2) ? ") / (" : ") % (");
        text_append(t, "((");
        expression(g, t, depth + 1);
        text_append(t, ") & 127) + 1))");
        return;
    case 7:
        text_printf(t, "((%s)(", types[2 + below(g, 6)]);
        expression(g, t, depth + 1);
        text_append(t, below(g, 2) ? ") << ((" : ") >> ((");
        expression(g, t, depth + 1);
        text_append(t, ") & 15))");
        return;
    case 8:
        text_append(t, "((");
        expression(g, t, depth + 1);
        text_append(t, ") ? (");
        expression(g, t, depth + 1);
        text_append(t, ") : (");
        expression(g, t, depth + 1);
        text_append(t, "))");
        return;
    default:
        text_char(t, '(');
        expression(g, t, depth + 1);
        text_printf(t, " %s ", ops[below(g, 14)]);
        expression(g, t, depth + 1);
        text_char(t, ')');
        return;
    }
}

static void statement(struct gen *g);

static void statements(struct gen *g, unsigned most)
{
    for (unsigned n = 1 + below(g, most); n > 0; n--)
        statement(g);
}

static void assignment(struct gen *g)
{
    static const char *const ops[] = {"=", "=", "=", "+=", "-=", "^=", "|=", "&="};
    struct text to = {0}, from = {0};
    lvalue(g, &to, 0);
    expression(g, &from, 0);
    line(g, "%s %s %s;", text_string(&to), ops[below(g, 8)], text_string(&from));
    text_free(&to);
    text_free(&from);
}

static void pointer_statement(struct gen *g)
{
    unsigned p = below(g, 2);
    switch (below(g, 5)) {
    case 0: line(g, "p%u = &arr[%u];", p, below(g, 8)); break;
    case 1: line(g, "p%u = &arr[(unsigned)l%u & %u];", p, below(g, LOCALS), bound(g, 7, 15)); break;
    case 2: line(g, "p%u = &g4;", p); break;
    case 3: line(g, "p%u = &recs[%u].y;", p, below(g, 4)); break;
    default: line(g, "if (p%u >= &arr[0] && p%u < &arr[%u]) p%u++;", p, p, bound(g, 7, 8), p); break;
    }
}

static void control(struct gen *g)
{
    struct text c = {0};
    expression(g, &c, 1);
    unsigned i = g->loops++;
    unsigned kind = below(g, 4);
    switch (kind) {
    case 0:
        line(g, "if (%s) {", text_string(&c));
        g->w.indent++;
        statements(g, 3);
        g->w.indent--;
        line(g, "} else {");
        break;
    case 1: line(g, "for (int i%u = 0; i%u < %u; i%u++) {", i, i, 1 + below(g, 4), i); break;
    case 2:
        line(g, "switch ((unsigned)(%s) %% 5) {", text_string(&c));
        line(g, "case 0: g5 += 3; break;");
        line(g, "case 1: l0 ^= 9;");
        line(g, "case 3: g2 -= 1; break;");
        line(g, "default:");
        break;
    default: line(g, "{ unsigned n%u = 0; do {", i); break;
    }
    g->w.indent++;
    statements(g, 3);
    g->w.indent--;
    if (kind == 3)
        line(g, "} while (++n%u < 3 && (%s)); }", i, text_string(&c));
    else
        line(g, "}");
    text_free(&c);
}

static void statement(struct gen *g)
{
    g->depth++;
    unsigned k = below(g, 10);
    if (k < 2 && g->depth < 3)
        control(g);
    else if (k == 2)
        pointer_statement(g);
    else if (k == 3 && g->function > 0)
        line(g, "l%u = f%u(l%u, g%u);", below(g, LOCALS), below(g, g->function), below(g, LOCALS), below(g, GLOBALS));
    else if (k == 4 && below(g, 2) && memory_statement(g))
        ;
    else if (k == 4)
        line(g, "st2 = st; recs[%u] = recs[%u];", below(g, 2), 2 + below(g, 2));
    else
        assignment(g);
    g->depth--;
}

static void globals(struct gen *g)
{
    line(g, "extern int printf(const char *, ...);");
    line(g, "unsigned long long result;");
    for (unsigned i = 0; i < GLOBALS; i++)
        line(g, "%s g%u = %u;", i == 4 ? "int" : types[below(g, TYPES)], i, below(g, 300));
    line(g, "int arr[8] = {%u, -%u, %u};", below(g, 9), below(g, 9), below(g, 99));
    line(g, "short mat[3][2] = {{1, 2}, {3, %u}};", below(g, 99));
    line(g,
         "struct S { signed char a; unsigned short b; long long c; int f1 : %u; unsigned f2 : %u; int f3 : 9; } st = {1, 2, 3, 1, "
         "1, 1}, st2;",
         2 + below(g, 6), 1 + below(g, 12));
    line(g, "union { unsigned w; unsigned short h[2]; unsigned char c[4]; unsigned long long q; } un = {%u};", below(g, 99999));
    line(g, "struct { char x; int y; long long z; } recs[4] = {{1, 2, 3}, {4, 5, 6}};");
    line(g, "int *p0 = &arr[1], *p1 = &g4;");
}

static void locals(struct gen *g, bool parameters)
{
    for (unsigned i = 0; i < LOCALS; i++)
        line(g, "%s l%u = %s;", types[below(g, TYPES)], i, parameters && i < 2 ? (i ? "b" : "a") : "5");
}

static void generate(struct text *out, uint64_t seed, bool careless)
{
    struct gen g = {.w = {out, {seed}, 0}, .careless = careless};
    globals(&g);
    memory_begin(&g);
    for (g.function = 0; g.function < FUNCTIONS; g.function++) {
        line(&g, "static %s f%u(%s a, %s b)", types[below(&g, TYPES)], g.function, types[below(&g, TYPES)],
             types[below(&g, TYPES)]);
        line(&g, "{");
        g.w.indent = 1;
        locals(&g, true);
        statements(&g, 4);
        line(&g, "return l%u;", below(&g, LOCALS));
        g.w.indent = 0;
        line(&g, "}");
    }
    line(&g, "static void add(unsigned long long v) { result = (result << 5 | result >> 59) + v; }");
    line(&g, "int main(void)");
    line(&g, "{");
    g.w.indent = 1;
    memory_start(&g);
    locals(&g, false);
    statements(&g, 12);
    statements(&g, 12);
    for (unsigned i = 0; i < GLOBALS; i++)
        line(&g, "add((unsigned long long)g%u);", i);
    memory_end(&g);
    line(&g, "for (int i = 0; i < 8; i++) add((unsigned long long)arr[i]);");
    line(&g, "for (int i = 0; i < 4; i++) { add((unsigned long long)recs[i].x); add((unsigned long long)recs[i].y); add((unsigned "
             "long long)recs[i].z); }");
    line(&g, "for (int i = 0; i < 3; i++) add((unsigned long long)(mat[i][0] * 3 + mat[i][1]));");
    line(&g, "add((unsigned long long)st.a); add(st.b); add((unsigned long long)st.c); add((unsigned long long)st.f1); add(st.f2); "
             "add((unsigned long long)st.f3);");
    line(&g, "add((unsigned long long)st2.a); add(st2.b); add((unsigned long long)st2.c); add((unsigned long long)st2.f1); "
             "add(un.q); add(un.c[1]);");
    line(&g, "add((unsigned long long)l0); add((unsigned long long)l1); add((unsigned long long)l2); add((unsigned long long)l3);");
    line(&g, "printf(\"%%llu\\n\", result);");
    line(&g, "return 0;");
    g.w.indent = 0;
    line(&g, "}");
}

void generate_sequential(struct text *out, uint64_t seed) { generate(out, seed, false); }

void generate_undefined(struct text *out, uint64_t seed) { generate(out, seed, true); }
