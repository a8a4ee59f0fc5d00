/* Expressions as C: compared with the interpreter by compiling is done elsewhere; here are the words, and what is left
 * out. */
#include "report/c_expr.h"
#include "unit.h"

#include "small.h"

/* Named cells: x signed, u unsigned, h short; others have no name. */
static const char *name(void *context, const struct cell *c, expr index)
{
    (void)context;
    return index || c->name[0] == '_' ? NULL : c->name;
}

struct scene {
    struct program *p;
    expr x, u, h, hidden;
    struct c_printer printer;
};

static uint32_t cell(struct program *p, const char *n, uint8_t width, bool is_signed)
{
    return program_add_cell(p, (struct cell){.name = n, .width = width, .is_signed = is_signed, .owner = NONE, .subject = NONE});
}

static void scene_make(struct scene *s)
{
    s->p = program_new(exprs_new());
    s->x = expr_cell(s->p->exprs, 32, cell(s->p, "x", 32, true));
    s->u = expr_cell(s->p->exprs, 32, cell(s->p, "u", 32, false));
    s->h = expr_cell(s->p->exprs, 16, cell(s->p, "h", 16, true));
    s->hidden = expr_cell(s->p->exprs, 32, cell(s->p, "_hidden", 32, true));
    s->printer = (struct c_printer){.program = s->p, .name = name};
}

static void says(struct scene *s, expr e, const char *words)
{
    struct text t = {0};
    bool any = c_weaker(&t, &s->printer, e);
    assert_int_equal(any, words != NULL);
    assert_string_equal(text_string(&t), words ? words : "");
    text_free(&t);
}

static void words_of_expressions(void **state)
{
    (void)state;
    struct scene s;
    scene_make(&s);
    struct exprs *q = s.p->exprs;
    expr five = expr_const(q, 32, 5), minus = expr_const(q, 32, (uint64_t)-3);
    says(&s, expr_eq(q, s.x, five), "x == 5");
    says(&s, expr_eq(q, s.x, minus), "x == -3");
    says(&s, expr_ne(q, s.u, minus), "u != 4294967293U");
    says(&s, expr_binary(q, E_SLT, s.x, five), "x < 5");
    says(&s, expr_binary(q, E_ULT, s.x, five), "(unsigned int)x < 5U");
    says(&s, expr_binary(q, E_SLT, s.u, five), "(int)u < 5");
    says(&s, expr_eq(q, expr_sext(q, s.h, 32), s.x), "x == (int)h");
    says(&s, expr_eq(q, expr_zext(q, s.h, 32), s.u), "u == (unsigned int)(unsigned short)h");
    says(&s, expr_binary(q, E_SLT, expr_add(q, s.x, s.x), five), "(int)((unsigned int)x + (unsigned int)x) < 5");
    says(&s, expr_eq(q, expr_binary(q, E_UDIV, s.u, s.x), five), NULL); /* x may be 0 */
    says(&s, expr_bool(q, true), NULL);
    says(&s, expr_bool(q, false), "0");
    small_free(s.p);
}

static void what_has_no_words_is_left_out(void **state)
{
    (void)state;
    struct scene s;
    scene_make(&s);
    struct exprs *q = s.p->exprs;
    expr five = expr_const(q, 32, 5);
    expr known = expr_eq(q, s.x, five), other = expr_eq(q, s.u, five), unknown = expr_eq(q, s.hidden, five);
    says(&s, unknown, NULL);
    says(&s, expr_not(q, unknown), NULL);
    says(&s, expr_and(q, known, unknown), "x == 5");
    says(&s, expr_or(q, known, unknown), NULL);
    says(&s, expr_not(q, expr_and(q, known, unknown)), NULL);
    says(&s, expr_not(q, expr_or(q, known, unknown)), "x != 5");
    says(&s, expr_implies(q, known, expr_and(q, other, unknown)), "(u == 5U || x != 5)");
    small_free(s.p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(words_of_expressions), cmocka_unit_test(what_has_no_words_is_left_out)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
