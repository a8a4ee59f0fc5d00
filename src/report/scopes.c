/* One pass over the file, token by token, for all names and places. A statement declares variables if it begins as a declaration does: with a word that is no statement's, and a word
 * or a star behind it. In it a variable is what stands behind a word, a star or a comma, and not behind "=". */
#include "report/scopes.h"

#include "report/places.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum kind { WORD, MARK, END };

struct token {
    enum kind kind;
    const char *text;
    size_t length;
};

struct scanner {
    const char *at, *end;
    unsigned depth;        /* of braces that are blocks */
    unsigned parentheses;  /* and brackets, in the statement */
    uint32_t words;        /* tokens of the statement so far, up to two */
    bool begins, declares; /* the first is a word that may begin a declaration; the second says that it does */
    bool type, initial;    /* struct, union or enum was there; so was "=", since the last comma */
    bool loop;             /* it is the head of a loop: what it declares belongs to the block behind it */
    struct token before;   /* in the statement; of no length: none */
    struct source_file *file;
    VECTOR(struct open {
        unsigned depth;  /* of the block; 1 is the function's */
        uint32_t number; /* among the file's variables */
    })
    open;                            /* those of blocks that have not ended */
    VECTOR(struct token) parameters; /* of the head that was read last */
};

static bool is_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

static bool is(const struct token *t, const char *word) { return t->length == strlen(word) && !strncmp(t->text, word, t->length); }

static struct token next(struct scanner *s)
{
    while (s->at < s->end) {
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

/* at: from where on it is known. */
static void declare(struct scanner *s, const struct token *t, const char *at, unsigned depth)
{
    vector_push(&s->open, (struct open){depth, s->file->locals.size});
    vector_push(&s->file->locals, (struct source_local){t->text, t->length, at, s->end, s->file->locals.size});
}

static void find(struct scanner *s, const struct token *t)
{
    if (s->depth)
        declare(s, t, t->text, s->depth + s->loop);
    else if (s->parentheses)
        vector_push(&s->parameters, *t);
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
    if (behind && !s->initial && (s->declares || head || is_pointer_to_more(s, t)))
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
        if (s->depth == 1)
            vector_each(const struct token *, p, &s->parameters)
                declare(s, p, t->text, 1);
        begin_statement(s);
    } else if (c == '}') {
        for (; s->open.size && vector_last(&s->open).depth >= s->depth; s->open.size--)
            s->file->locals.data[vector_last(&s->open).number].until = t->text;
        s->depth -= s->depth > 0;
        s->parameters.size = 0;
        begin_statement(s);
    } else if (c == ';' || (c == ':' && s->words <= 1 && !s->parentheses)) {
        s->parameters.size = s->depth ? s->parameters.size : 0; /* that was no definition */
        begin_statement(s);
    } else {
        s->words += s->words == 1 && c != '*'; /* "x = ...", "f(...)": no declaration */
    }
}

static int compare_names(const char *a, size_t a_length, const char *b, size_t b_length)
{
    int order = memcmp(a, b, a_length < b_length ? a_length : b_length);
    return order ? order : (a_length > b_length) - (a_length < b_length);
}

/* By name, the innermost last. */
static int compare(const void *x, const void *y)
{
    const struct source_local *a = x, *b = y;
    int order = compare_names(a->name, a->length, b->name, b->length);
    return order ? order : (a->number > b->number) - (a->number < b->number);
}

static void scan(struct source_file *f)
{
    struct scanner c = {.at = f->text.data, .end = f->text.data + f->text.size, .file = f};
    f->scanned = true;
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
    vector_free(&c.open);
    vector_free(&c.parameters);
    if (f->locals.size)
        qsort(f->locals.data, f->locals.size, sizeof *f->locals.data, compare);
}

/* The first of that name, or of one behind it. */
static uint32_t first_of(const struct source_file *f, const char *name, size_t length)
{
    uint32_t from = 0, to = f->locals.size;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        const struct source_local *l = &f->locals.data[middle];
        if (compare_names(l->name, l->length, name, length) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

uint32_t scope_line(struct sources *s, struct position at, const char *name, size_t length)
{
    const struct source_file *known = at.file && at.line ? source_file(s, at.file) : NULL;
    if (!known || at.line > known->starts.size)
        return 0;
    struct source_file *f = &s->files.data[known - s->files.data];
    if (!f->scanned)
        scan(f);
    const char *place = f->text.data + f->starts.data[at.line - 1] + (at.column ? at.column - 1 : 0), *found = NULL;
    for (uint32_t k = first_of(f, name, length); k < f->locals.size; k++) {
        const struct source_local *l = &f->locals.data[k];
        if (compare_names(l->name, l->length, name, length))
            break;
        if (l->from < place && place <= l->until)
            found = l->name;
    }
    uint32_t line = 0;
    while (found && line < f->starts.size && f->text.data + f->starts.data[line] <= found)
        line++;
    return line;
}
