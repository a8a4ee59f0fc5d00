/* See instrument.h. What is inserted stands on the line where it belongs, so that lines keep their numbers. A condition is evaluated in one step: others do not move
 * in between. */
#include "worker/instrument.h"

#include <ctype.h>
#include <stdlib.h>

/* --- conditions --- */

static bool is_word_char(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* After a name, a number or a character constant; p itself if there is none. */
static const char *token_end(const char *p)
{
    if (*p == '\'') {
        const char *q = p + 1;
        while (*q && *q != '\'' && *q != '\n')
            q += *q == '\\' && q[1] ? 2 : 1;
        return *q == '\'' ? q + 1 : p;
    }
    while (is_word_char(*p) || (*p == '.' && isdigit((unsigned char)p[1])))
        p++;
    return p;
}

/* A name before a parenthesis would be a call. */
static bool is_call(const char *name, const char *end)
{
    const char *p = end + strspn(end, " \t");
    bool is_name = isalpha((unsigned char)*name) || *name == '_';
    return is_name && *p == '(' && strncmp(name, "sizeof", (size_t)(end - name));
}

/* An operator without effects: its length; 0 if it is none. */
static size_t operator_length(const char *p)
{
    static const char *const known[] = {"==", "!=", "<=", ">=", "&&", "||", "<<", ">>", "->", NULL};
    for (const char *const *k = known; *k; k++)
        if (starts_with(p, *k))
            return p[2] == '=' ? 0 : 2;
    if (!strncmp(p, "++", 2) || !strncmp(p, "--", 2))
        return 0;
    return *p && strchr("+-*/%&|^<>!~?:.,", *p) && p[1] != '=' ? 1 : 0;
}

static bool is_condition(const char *text)
{
    char open[64];
    unsigned depth = 0;
    const char *p = text;
    bool any = false;
    while (*p) {
        const char *end = token_end(p);
        size_t n = operator_length(p);
        if (isspace((unsigned char)*p)) {
            end = p + 1;
        } else if (end > p) {
            if (is_call(p, end))
                return false;
            any = true;
        } else if (n) {
            if (!strncmp(p, "/*", 2) || !strncmp(p, "//", 2) || (*p == ',' && !depth))
                return false;
            end = p + n;
        } else if ((*p == '(' || *p == '[') && depth < sizeof open) {
            open[depth++] = *p == '(' ? ')' : ']';
            end = p + 1;
        } else if (depth && *p == open[depth - 1]) {
            depth--;
            end = p + 1;
        } else {
            return false;
        }
        p = end;
    }
    return any && !depth;
}

/* --- places --- */

struct source {
    const char *begin, *end;
};

static const char *line_begin(const struct source *s, uint32_t line)
{
    const char *p = s->begin;
    for (; p && line > 1; line--) {
        p = memchr(p, '\n', (size_t)(s->end - p));
        p = p ? p + 1 : NULL;
    }
    return p && p < s->end ? p : NULL;
}

/* Columns are characters, counted from 1; without one, the first of the line that is not blank. */
static const char *find_place(const struct source *s, uint32_t line, uint32_t column)
{
    const char *p = line_begin(s, line);
    if (p && !column)
        p += strspn(p, " \t");
    for (; p && column > 1; column--) {
        do
            p++;
        while (p < s->end && (*p & 0xc0) == 0x80);
        if (p >= s->end || p[-1] == '\n')
            return NULL;
    }
    return p;
}

/* Behind a string, a character constant or a comment that begins at p; p itself if none does. */
static const char *skip(const char *p, const char *end)
{
    if (*p == '"' || *p == '\'') {
        const char *q = p + 1;
        while (q < end && *q != *p && *q != '\n')
            q += *q == '\\' ? 2 : 1;
        return q < end ? q + 1 : end;
    }
    const char *close = p + 1 < end && *p == '/' && p[1] == '*' ? strstr(p + 2, "*/") : NULL;
    if (close)
        return close + 2;
    while (p + 1 < end && *p == '/' && p[1] == '/' && (p = memchr(p, '\n', (size_t)(end - p))) == NULL)
        return end;
    return p;
}

/* The next of these characters outside of parentheses, or NULL. */
static const char *find_outside(const char *p, const char *end, const char *set)
{
    int depth = 0;
    while (p < end) {
        const char *after = skip(p, end);
        if (after > p) {
            p = after;
            continue;
        }
        if (!depth && strchr(set, *p))
            return p;
        depth += *p == '(' || *p == '[';
        depth -= *p == ')' || *p == ']';
        if (depth < 0)
            return NULL;
        p++;
    }
    return NULL;
}

static bool is_keyword(const char *p, const char *word) { return starts_with(p, word) && !is_word_char(p[strlen(word)]); }

/* Where the loop that begins here tests its condition: *and says what else has to be there. NULL if there is no loop, or a do. */
static const char *loop_test(const char *p, const char *end, const char **and)
{
    bool is_for = is_keyword(p, "for");
    if (!is_for && !is_keyword(p, "while"))
        return NULL;
    p = find_outside(p, end, "(");
    if (!p || !is_for)
        return p ? p + 1 : NULL;
    p = find_outside(p + 1, end, ";");
    if (p && p[1 + strspn(p + 1, " \t\r\n")] == ';')
        *and = "1";
    return p ? p + 1 : NULL;
}

/* The loop itself: the first one on the line, if the place is not where it begins. */
static const char *loop_on_line(const char *p, const char *end)
{
    for (const char *q = p; q < end && *q != '\n'; q++)
        if ((q == p || !is_word_char(q[-1])) && (is_keyword(q, "for") || is_keyword(q, "while")))
            return q;
    return p;
}

/* What stands before the place, blanks and comments left out, if that is a character after which a statement begins. */
static bool begins_statement(const struct source *s, const char *place, bool *after_block)
{
    char last = ';';
    int depth = 0;
    for (const char *p = s->begin; p < place;) {
        const char *after = skip(p, s->end);
        if (after > place)
            return false; /* in a comment */
        if (after > p) {
            p = after;
            continue;
        }
        if (*p == '#' && (p == s->begin || p[-1] == '\n')) {
            const char *line = memchr(p, '\n', (size_t)(s->end - p));
            p = line ? line + 1 : s->end;
            continue;
        }
        depth += (*p == '(') - (*p == ')');
        last = isspace((unsigned char)*p) ? last : *p;
        p++;
    }
    *after_block = strchr(";{}", last) != NULL;
    return depth == 0;
}

/* --- what is inserted --- */

struct insertion {
    const char *at;
    unsigned order; /* of several at one place: assertions come first */
    char *text;
};

struct instrumenter {
    const struct witness *witness;
    struct source source;
    const char *name;
    VECTOR(struct insertion) list;
    bool *placed;
};

static void insert(struct instrumenter *k, const char *at, unsigned order, struct text *t)
{
    assert(at >= k->source.begin && at <= k->source.end && t->size);
    struct insertion i = {at, order, t->data};
    vector_push(&k->list, i);
    *t = (struct text){0};
}

static void assertion(struct text *t, uint32_t i, const struct claim *c)
{
    text_printf(t, "(__VERIFIER_atomic_begin(), (%s) ? (void)0 : __assert_fail(\"" CLAIM_MARK "\", \"witness\", %u, \"witness\"), ",
                c->text, i, c->line);
    text_append(t, "__VERIFIER_atomic_end(), (void)0)");
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_here(const struct instrumenter *k, const char *file)
{
    return !file || !strcmp(base_name(file), base_name(k->name));
}

static void place_loop_claim(struct instrumenter *k, uint32_t i, const char *at)
{
    const char *and = "";
    const char *test = loop_test(loop_on_line(at, k->source.end), k->source.end, &and);
    struct text t = {0};
    if (!test)
        return;
    assertion(&t, i, &k->witness->claims.data[i]);
    text_printf(&t, ", %s", and);
    insert(k, test, i, &t);
    k->placed[i] = true;
}

static void place_claim(struct instrumenter *k, uint32_t i)
{
    assert(i < k->witness->claims.size && !k->witness->claims.data[i].always);
    const struct claim *c = &k->witness->claims.data[i];
    const char *at = is_here(k, c->file) ? find_place(&k->source, c->line, c->column) : NULL;
    bool after_block;
    struct text t = {0};
    if (!at || !is_condition(c->text))
        return;
    if (c->loop) {
        place_loop_claim(k, i, at);
        return;
    }
    if (!begins_statement(&k->source, at, &after_block) || *at == '}' || *at == '{')
        return;
    /* The statement may be all there is after an if: then it has to stay one. */
    text_append(&t, after_block ? "" : "if (");
    assertion(&t, i, c);
    text_append(&t, after_block ? "; " : ", 0) ; else ");
    insert(k, at, i, &t);
    k->placed[i] = true;
}

static bool is_name(const char *s) { return (isalpha((unsigned char)*s) || *s == '_') && !*token_end(s) && !strchr(s, '.'); }

static const struct ghost_variable *ghost_named(const struct witness *w, const char *name)
{
    vector_each(const struct ghost_variable *, g, &w->ghosts)
        if (name && !strcmp(g->name, name))
            return g;
    return NULL;
}

/* A ghost changes in one step with the expression statement that stands there. */
static void place_ghost_step(struct instrumenter *k, const struct ghost_step *g)
{
    const char *at = is_here(k, g->file) ? find_place(&k->source, g->line, g->column) : NULL;
    const char *end = at ? find_outside(at, k->source.end, ";{}") : NULL;
    struct text t = {0};
    if (!end || *end != ';' || !ghost_named(k->witness, g->name) || !g->value || !is_condition(g->value))
        return;
    text_append(&t, "__VERIFIER_atomic_begin(), (void)(");
    insert(k, at, UINT32_MAX, &t);
    text_printf(&t, "), %s = (%s), __VERIFIER_atomic_end()", g->name, g->value);
    insert(k, end, 0, &t);
}

static bool is_integer_type(const char *s)
{
    return s[strspn(s, "abcdefghijklmnopqrstuvwxyz_ 0123456789")] == '\0' && strchr("cilsu_", *s);
}

static void write_head(const struct instrumenter *k, struct text *out, bool first)
{
    text_append(
        out, "extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void); "
             "extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__)); ");
    vector_each(const struct ghost_variable *, g, &k->witness->ghosts)
        if (is_name(g->name) && is_integer_type(g->type) && (!g->initial || is_condition(g->initial)))
            text_printf(out, "%s%s %s%s%s; ", first ? "" : "extern ", g->type, g->name, first && g->initial ? " = " : "",
                        first && g->initial ? g->initial : "");
    text_append(out, "\n# 1 \"");
    for (const char *p = k->name; *p; p++)
        text_printf(out, *p == '"' || *p == '\\' ? "\\%c" : "%c", *p);
    text_append(out, "\"\n");
}

/* What holds all the time is looked at by a thread of its own, at any moment. */
static bool write_watcher(const struct instrumenter *k, struct text *out)
{
    struct text t = {0};
    for (uint32_t i = 0; i < k->witness->claims.size; i++)
        if (k->witness->claims.data[i].always && is_condition(k->witness->claims.data[i].text)) {
            assertion(&t, i, &k->witness->claims.data[i]);
            text_append(&t, "; ");
            k->placed[i] = true;
        }
    if (t.size)
        text_printf(
            out,
            "\n#undef main\nextern int pthread_create();\nvoid *heddle_watch(void *unused) { %sreturn unused; }\n"
            "int main(void) { unsigned long heddle_thread; pthread_create(&heddle_thread, (void *)0, heddle_watch, (void *)0); "
            "return " INSTRUMENTED_MAIN "(); }\n",
            text_string(&t));
    bool any = t.size > 0;
    text_free(&t);
    return any;
}

static int by_place(const void *a, const void *b)
{
    const struct insertion *x = a, *y = b;
    return x->at != y->at ? (x->at > y->at) - (x->at < y->at) : (x->order > y->order) - (x->order < y->order);
}

void instrument(struct instrumented *out, const struct witness *w, const char *name, const struct text *source, bool first,
                bool *placed)
{
    struct instrumenter k = {.witness = w, .name = name, .placed = placed};
    k.source = (struct source){text_string(source), text_string(source) + source->size};
    *out = (struct instrumented){0};
    for (uint32_t i = 0; i < w->claims.size; i++)
        if (!w->claims.data[i].always)
            place_claim(&k, i);
    out->has_claims = k.list.size > 0;
    vector_each(const struct ghost_step *, g, &w->ghost_steps)
        place_ghost_step(&k, g);
    if (k.list.size)
        qsort(k.list.data, k.list.size, sizeof *k.list.data, by_place);
    write_head(&k, &out->text, first);
    const char *from = k.source.begin;
    vector_each(struct insertion *, i, &k.list) {
        assert(i->at >= from && i->at <= k.source.end);
        text_append_bytes(&out->text, from, (size_t)(i->at - from));
        text_append(&out->text, i->text);
        from = i->at;
        mem_free(i->text);
    }
    text_append_bytes(&out->text, from, (size_t)(k.source.end - from));
    out->calls_main = first && write_watcher(&k, &out->text);
    out->has_claims |= out->calls_main;
    vector_free(&k.list);
}
