/* One pass over the file up to the place, token by token. A statement declares variables if it begins as a declaration does: with a word that is no statement's, and a word
 * or a star behind it. In it a variable is what stands behind a word, a star or a comma, and not behind "=". */
#include "report/scopes.h"

#include "report/places.h"

#include <ctype.h>
#include <string.h>

enum kind { WORD, MARK, END };

struct token {
    enum kind kind;
    const char *text;
    size_t length;
};

struct scanner {
    const char *at, *stop, *end; /* END at stop; the text goes on until end */
    const char *name;            /* that is looked for */
    size_t length;
    unsigned depth;        /* of braces that are blocks */
    unsigned parentheses;  /* and brackets, in the statement */
    uint32_t words;        /* tokens of the statement so far, up to two */
    bool begins, declares; /* the first is a word that may begin a declaration; the second says that it does */
    bool type, initial;    /* struct, union or enum was there; so was "=", since the last comma */
    bool loop;             /* it is the head of a loop: what it declares belongs to the block behind it */
    struct token before;   /* in the statement; of no length: none */
    VECTOR(struct declared {
        unsigned depth; /* of the block; 1 is the function's */
        const char *text;
    })
    found;                 /* variables of that name, of blocks that are open */
    const char *parameter; /* the same in the head that was read last; or NULL */
};

static bool is_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

static bool is(const struct token *t, const char *word) { return t->length == strlen(word) && !strncmp(t->text, word, t->length); }

static struct token next(struct scanner *s)
{
    while (s->at < s->stop) {
        const char *after = place_skip(s->at, s->end), *from = s->at;
        if (after > from)
            s->at = after;
        else if (*from == '#') /* a line for the preprocessor */
            while (s->at < s->end && (*s->at != '\n' || s->at[-1] == '\\'))
                s->at++;
        else if (isspace((unsigned char)*from))
            s->at++;
        else {
            while (s->at < s->end && is_name(*s->at))
                s->at++;
            enum kind kind = s->at > from ? WORD : MARK;
            s->at += kind == MARK;
            return (struct token){kind, from, (size_t)(s->at - from)};
        }
    }
    return (struct token){.kind = END};
}

static void begin_statement(struct scanner *s)
{
    s->parentheses = s->words = 0;
    s->begins = s->declares = s->type = s->initial = s->loop = false;
    s->before = (struct token){0};
}

static void skip_braces(struct scanner *s)
{
    for (unsigned open = 1; open;) {
        struct token t = next(s);
        if (t.kind == END)
            return;
        open += is(&t, "{");
        open -= is(&t, "}");
    }
}

static void find(struct scanner *s, const struct token *t)
{
    if (s->depth)
        vector_push(&s->found, (struct declared){s->depth + s->loop, t->text});
    else
        s->parameter = s->parentheses ? t->text : s->parameter;
}

static bool begins_statement(const struct token *t)
{
    static const char *const words[] = {"return", "goto",    "case",  "if",       "while", "switch",
                                        "sizeof", "default", "break", "continue", NULL};
    for (const char *const *w = words; *w; w++)
        if (is(t, *w))
            return true;
    return false;
}

static const char *past_spaces(const char *p, const char *end)
{
    while (p < end && isspace((unsigned char)*p))
        p++;
    return p;
}

/* "(*x)(" or "(*x)[": a pointer to a function or an array. */
static bool is_pointer_to_more(const struct scanner *s, const struct token *t)
{
    const char *close = past_spaces(t->text + t->length, s->end);
    const char *open = close < s->end && *close == ')' ? past_spaces(close + 1, s->end) : s->end;
    return is(&s->before, "*") && s->parentheses && open < s->end && (*open == '(' || *open == '[');
}

static void take_word(struct scanner *s, const struct token *t)
{
    if (is(t, "else") || is(t, "do") || is(t, "for")) {
        begin_statement(s);
        s->loop = is(t, "for");
        return;
    }
    s->type |= is(t, "struct") || is(t, "union") || is(t, "enum");
    bool attribute = is(&s->before, ")") && !s->parentheses; /* or a macro that stands for one */
    bool behind = s->before.length && (s->before.kind == WORD || attribute || is(&s->before, "*") || is(&s->before, ","));
    s->declares |= s->words == 1 && s->begins;
    bool head = !s->depth && s->parentheses;
    if (t->length == s->length && !strncmp(t->text, s->name, t->length) && behind && !s->initial &&
        (s->declares || head || is_pointer_to_more(s, t)))
        find(s, t);
    if (!s->words)
        s->begins = !begins_statement(t);
    s->words += s->words < 2;
}

static void take_mark(struct scanner *s, const struct token *t)
{
    char c = *t->text;
    if (c == '*' && s->words == 1)
        s->declares |= s->begins;
    if (c == '(' || c == '[')
        s->parentheses++;
    if ((c == ')' || c == ']') && s->parentheses)
        s->parentheses--;
    if (c == '=' || (c == ',' && s->parentheses == s->loop))
        s->initial = c == '=';
    if (c == '{' && (s->initial || s->type) && (s->depth || s->initial || !s->parentheses) && !is(&s->before, ")")) {
        s->declares |= s->type;
        skip_braces(s);
    } else if (c == '{') {
        s->depth++;
        if (s->depth == 1 && s->parameter)
            vector_push(&s->found, (struct declared){1, s->parameter});
        begin_statement(s);
    } else if (c == '}') {
        while (s->found.size && vector_last(&s->found).depth >= s->depth)
            s->found.size--;
        s->depth -= s->depth > 0;
        s->parameter = NULL;
        begin_statement(s);
    } else if (c == ';' || (c == ':' && s->words <= 1 && !s->parentheses)) {
        s->parameter = s->depth ? s->parameter : NULL; /* that was no definition */
        begin_statement(s);
    } else {
        s->words += s->words == 1 && c != '*'; /* "x = ...", "f(...)": no declaration */
    }
}

uint32_t scope_line(struct sources *s, struct position at, const char *name, size_t length)
{
    const struct source_file *f = at.file && at.line ? source_file(s, at.file) : NULL;
    if (!f || at.line > f->starts.size)
        return 0;
    struct scanner c = {.at = f->text.data, .end = f->text.data + f->text.size, .name = name, .length = length};
    c.stop = f->text.data + f->starts.data[at.line - 1] + (at.column ? at.column - 1 : 0);
    for (struct token t = next(&c); t.kind != END; t = next(&c)) {
        bool word = t.kind == WORD;
        bool began = word ? is(&t, "else") || is(&t, "do") || is(&t, "for") : strchr(";{}:", *t.text) != NULL;
        if (word)
            take_word(&c, &t);
        else
            take_mark(&c, &t);
        if (!began)
            c.before = t;
    }
    uint32_t line = 0;
    while (c.found.size && line < f->starts.size && f->text.data + f->starts.data[line] <= vector_last(&c.found).text)
        line++;
    vector_free(&c.found);
    return line;
}
