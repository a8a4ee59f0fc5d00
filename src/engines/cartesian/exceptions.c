/* One line, one family of products:
 *     CONDITION : PART ; PART ; ...
 * CONDITION is over global variables, as for --invariant; the line holds for all stores that satisfy it. PART says
 * where threads are: [one] NAME[[NUMBER]] @ [!] PLACE, PLACE, ...; NAME is the thread's function, PLACE the line that
 * it executes next, a range of lines 12-15, or #7, location 7 of `heddle show`; ! is the complement. "one" is a thread
 * other than those meant without it. Threads that are not mentioned may be anywhere but at an error. A line that begins
 * with // is a comment. */
#include "engines/cartesian/exceptions.h"

#include "program/read_expr.h"

#include <ctype.h>
#include <stdlib.h>

struct reader {
    struct cartesian *c;
    const char *at;
    const char *why;
    struct arena *words;
    uint32_t line;
};

static void complain(struct reader *r, const char *what)
{
    if (!r->why)
        r->why = arena_printf(r->words, "line %u: %s", r->line, what);
}

static void skip(struct reader *r)
{
    while (*r->at == ' ' || *r->at == '\t')
        r->at++;
}

static bool accept(struct reader *r, const char *token)
{
    skip(r);
    size_t n = strlen(token);
    if (strncmp(r->at, token, n) != 0)
        return false;
    r->at += n;
    return true;
}

static bool read_number(struct reader *r, uint32_t *value)
{
    skip(r);
    if (!isdigit((unsigned char)*r->at))
        return false;
    char *end;
    *value = (uint32_t)strtoul(r->at, &end, 10);
    r->at = end;
    return true;
}

/* Whether a thread there is about to execute one of these lines. */
static bool is_at_line(const struct code *c, uint32_t location, uint32_t low, uint32_t high)
{
    for (uint32_t i = out_begin(c, location); i < out_end(c, location); i++) {
        uint32_t line = out_edge(c, i)->action.pos.line;
        if (line >= low && line <= high)
            return true;
    }
    return false;
}

/* Local states of the class that satisfy the places. */
static row read_places(struct reader *r, uint32_t class)
{
    struct cartesian_model *s = r->c->model;
    struct bitset set = {0}, rest = {0};
    bool complement = accept(r, "!");
    do {
        bool by_location = accept(r, "#");
        uint32_t low, high;
        if (!read_number(r, &low)) {
            complain(r, "a line number or #location is expected after @");
            break;
        }
        high = low;
        if (!by_location && accept(r, "-") && !read_number(r, &high))
            complain(r, "a line number is expected after -");
        for (uint32_t l = 0; l < s->classes.data[class].locals.size; l++) {
            uint64_t at = cartesian_model_location(s, class, l);
            if (by_location ? (uint32_t)at == low : is_at_line(&s->program->codes.data[at >> 32], (uint32_t)at, low, high))
                bitset_add(&set, l);
        }
    } while (accept(r, ","));
    for (uint32_t l = 0; l < s->classes.data[class].locals.size; l++)
        if (!bitset_has(&set, l))
            bitset_add(&rest, l);
    row result = rows_of(&s->space.rows, complement ? &rest : &set);
    bitset_free(&set);
    bitset_free(&rest);
    return result;
}

static void read_part(struct reader *r, struct product *p)
{
    struct cartesian_model *s = r->c->model;
    skip(r);
    const char *start = r->at;
    bool one = accept(r, "one") && (*r->at == ' ' || *r->at == '\t');
    if (!one)
        r->at = start;
    skip(r);
    const char *name = r->at;
    while (isalnum((unsigned char)*r->at) || *r->at == '_' || *r->at == '.' || *r->at == '$')
        r->at++;
    size_t length = (size_t)(r->at - name);
    uint32_t number = NONE;
    if (accept(r, "[") && (!read_number(r, &number) || !accept(r, "]")))
        complain(r, "a thread's number is expected in brackets");
    if (!accept(r, "@")) {
        complain(r, "@ is expected after the name of a thread");
        return;
    }
    const char *places = r->at;
    bool found = false;
    for (uint32_t c = 0; c < s->classes.size && !r->why; c++) {
        const struct class *k = &s->classes.data[c];
        const char *called = s->program->codes.data[k->template].name;
        if (strlen(called) != length || strncmp(called, name, length) != 0)
            continue;
        if (number != NONE && (k->instances.size != 1 || k->instance != number)) {
            if (k->instances.size > 1)
                complain(r, "the threads of this name cannot be told apart: say \"one\" instead of a number");
            continue;
        }
        r->at = places;
        row set = read_places(r, c);
        if (!one || s->space.size[c] == 1)
            p->rows[c] = set;
        else if (p->deviation_count < MOST_DEVIATIONS)
            p->deviations[p->deviation_count++] = (struct deviation){c, set};
        else
            complain(r, "too many single threads");
        found = true;
    }
    if (!found)
        complain(r, "no thread has this name and number");
}

static void add_everywhere(struct reader *r, expr condition, const struct product *p)
{
    struct cartesian_model *s = r->c->model;
    for (uint32_t store = 0; store < s->stores.size; store++) {
        struct eval v = {.model = &s->partial,
                         .sight = &s->classes.data[0].sight,
                         .code = s->classes.data[0].template,
                         .store = intern_bytes(&s->stores, store, NULL)};
        eval_begin(&v);
        if (eval_expr(&v, condition) && !v.need && !v.top)
            cartesian_except(r->c, store, p);
    }
}

static void read_line(struct reader *r, const char *line, size_t length)
{
    struct cartesian_model *s = r->c->model;
    char *text = arena_strndup(r->words, line, length);
    char *colon = strchr(text, ':');
    skip(r);
    r->at = text;
    skip(r);
    if (!*r->at || (r->at[0] == '/' && r->at[1] == '/'))
        return;
    if (!colon) {
        complain(r, "a colon is expected between the condition and the threads");
        return;
    }
    *colon = 0;
    const char *why;
    expr condition = expr_read_text(&(struct expr_names){s->program, NONE, NULL}, text, &why, r->words);
    if (!condition) {
        complain(r, why);
        return;
    }
    struct product p = {.rows = NEW_ARRAY(row, s->space.class_count + 1)};
    struct bitset all = {0};
    for (uint32_t c = 0; c < s->space.class_count; c++) {
        bitset_clear(&all);
        for (uint32_t l = 0; l < s->classes.data[c].locals.size; l++)
            if (!bitset_has(&s->classes.data[c].errors, l))
                bitset_add(&all, l);
        p.rows[c] = rows_of(&s->space.rows, &all);
    }
    bitset_free(&all);
    r->at = colon + 1;
    do
        read_part(r, &p);
    while (!r->why && accept(r, ";"));
    skip(r);
    if (*r->at)
        complain(r, "the end of the line is expected");
    if (!r->why)
        add_everywhere(r, condition, &p);
    product_free(&p);
}

bool exceptions_read(struct cartesian *c, const char *text, const char **why, struct arena *words)
{
    struct reader r = {.c = c, .words = words};
    while (*text && !r.why) {
        const char *end = strchr(text, '\n');
        size_t n = end ? (size_t)(end - text) : strlen(text);
        r.line++;
        r.at = "";
        read_line(&r, text, n);
        text += n + (end != NULL);
    }
    *why = r.why;
    return !r.why;
}
