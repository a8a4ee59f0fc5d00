/* One walk over the tokens of a C file, for annotated.h. Comments that begin with @ and directly say assert (or check) become code, and so
 * does a label __CPROVER_ASYNC_n; nothing else is touched.
 *
 * An assertion is a statement of its own behind ; { } or a label. Anywhere else (behind the condition of an if, for one) it belongs to the
 * statement that follows: "if (...); else" in front of that makes both one statement. */
#include "frontend/annotated.h"

#include <ctype.h>
#include <string.h>

struct walk {
    const char *at;
    struct text *out;
    unsigned depth;   /* of braces: 0 is outside of functions */
    char last;        /* character of the last token */
    bool behind_goto; /* a label's name that follows is none */
    bool acsl, changed;
};

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

static void copy_to(struct walk *w, const char *end)
{
    text_append_bytes(w->out, w->at, (size_t)(end - w->at));
    w->at = end;
}

/* Behind a line, with the lines that it goes on in. */
static const char *after_line(const char *s)
{
    while (*s && *s != '\n')
        s += *s == '\\' && s[1] ? 2 : 1;
    return s;
}

static const char *after_comment(const char *s)
{
    if (s[1] == '/')
        return after_line(s);
    const char *end = strstr(s + 2, "*/");
    return end ? end + 2 : s + strlen(s);
}

static const char *after_quoted(const char *s)
{
    char quote = *s++;
    while (*s && *s != quote && *s != '\n')
        s += *s == '\\' && s[1] ? 2 : 1;
    return *s == quote ? s + 1 : s;
}

/* --- assertions --- */

static const char *after_blanks(const char *s, const char *to)
{
    while (s < to && (isspace((unsigned char)*s) || *s == '@'))
        s++;
    return s;
}

/* Behind "assert" or "check"; NULL if the annotation says something else. */
static const char *after_keyword(const char *s, const char *to)
{
    static const char *const words[] = {"assert", "check"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        size_t n = strlen(words[k]);
        if ((size_t)(to - s) > n && starts_with(s, words[k]) && !is_word(s[n]))
            return s + n;
    }
    return NULL;
}

/* Behind "name:", which an assertion may begin with. */
static const char *after_name(const char *s, const char *to)
{
    const char *behind = s;
    while (behind < to && is_word(*behind))
        behind++;
    const char *colon = after_blanks(behind, to);
    return behind > s && colon < to && *colon == ':' ? after_blanks(colon + 1, to) : s;
}

static const char *end_of_clause(const char *s, const char *to)
{
    while (s < to && *s != ';')
        s = *s == '"' || *s == '\'' ? after_quoted(s) : s + 1;
    return s < to ? s : NULL;
}

/* As the characters of a string. */
static void put_quoted(struct text *out, const char *from, const char *to)
{
    for (; from < to; from++) {
        if (*from == '"' || *from == '\\')
            text_char(out, '\\');
        text_char(out, isspace((unsigned char)*from) ? ' ' : *from);
    }
}

static void put_assertion(struct walk *w, const char *from, const char *to, bool alone)
{
    struct text condition = {0};
    for (const char *s = to; s > from && isspace((unsigned char)s[-1]);)
        to = --s;
    bool known = acsl_condition(from, to, &condition);
    for (size_t k = 0; k < condition.size; k++)
        if (condition.data[k] == '\n' || condition.data[k] == '@')
            condition.data[k] = ' ';
    text_append(w->out, alone ? "" : "if(");
    text_append(w->out, known ? "__heddle_acsl(\"" : "__heddle_no_acsl(\"an assertion of ACSL that heddle cannot read: ");
    put_quoted(w->out, from, to);
    text_append(w->out, "\"");
    if (known)
        text_printf(w->out, ",%s", text_string(&condition));
    text_append(w->out, alone ? ");" : "),0);else ");
    text_free(&condition);
    w->changed = true;
}

/* The assertions of an annotation, all on its first line; then as many lines as it had. */
static void read_annotation(struct walk *w, const char *end)
{
    const char *to = w->at[1] == '*' ? end - 2 : end, *s = after_blanks(w->at + 2, to), *clause;
    bool alone = strchr(";{}:", w->last) != NULL;
    while ((s = after_keyword(s, to)) && (clause = end_of_clause(s, to))) {
        put_assertion(w, after_name(after_blanks(s, to), clause), clause, alone);
        s = after_blanks(clause + 1, to);
    }
    for (; w->at < end; w->at++)
        text_char(w->out, *w->at == '\n' ? '\n' : ' ');
}

static void read_comment(struct walk *w)
{
    const char *end = after_comment(w->at), *s = w->at + 3;
    bool annotation = w->acsl && w->depth && w->at[2] == '@' && end > s && (w->at[1] == '/' || end - w->at >= 5);
    if (annotation && after_keyword(after_blanks(s, end), end) && end_of_clause(s, end))
        read_annotation(w, end);
    else
        copy_to(w, end);
}

/* --- labels --- */

static const struct {
    const char *label, *macro; /* how the label begins, and what stands in its place: not longer */
} labels[] = {{"__CPROVER_ASYNC_", "__heddle_async"}, {"__CPROVER_passive_broadcast", "__heddle_broadcast"}};
enum { LABELS = sizeof labels / sizeof *labels };

static const char *macro_for(const char *word)
{
    for (unsigned k = 0; k < LABELS; k++)
        if (starts_with(word, labels[k].label))
            return labels[k].macro;
    return NULL;
}

static void read_word(struct walk *w)
{
    const char *macro = macro_for(w->at);
    const char *end = w->at;
    while (is_word(*end))
        end++;
    const char *colon = end + strspn(end, " \t\r\n");
    bool is_label = macro && *colon == ':' && !w->behind_goto && w->last != '?';
    w->behind_goto = end - w->at == 4 && strncmp(w->at, "goto", 4) == 0;
    w->last = end[-1];
    if (!is_label) {
        copy_to(w, end);
        return;
    }
    text_append(w->out, macro);
    for (size_t k = strlen(macro); k < (size_t)(end - w->at); k++)
        text_char(w->out, ' ');
    w->at = end;
    copy_to(w, colon);
    text_char(w->out, ' ');
    w->at++;
    w->changed = true;
}

static void read_token(struct walk *w)
{
    char c = *w->at;
    if (c == '/' && (w->at[1] == '/' || w->at[1] == '*')) {
        read_comment(w);
        return;
    }
    if (is_word(c)) {
        read_word(w);
        return;
    }
    if (c == '"' || c == '\'') {
        copy_to(w, after_quoted(w->at));
    } else {
        w->depth += c == '{';
        w->depth -= c == '}' && w->depth;
        copy_to(w, w->at + 1);
    }
    if (!isspace((unsigned char)c)) {
        w->last = c;
        w->behind_goto = false;
    }
}

bool text_with_annotations(const char *source, bool acsl, struct text *out)
{
    bool wanted = acsl && (strstr(source, "//@") || strstr(source, "/*@"));
    for (unsigned k = 0; k < LABELS; k++)
        wanted |= strstr(source, labels[k].label) != NULL;
    if (!wanted)
        return false;
    struct text made = {0};
    struct walk w = {.at = source, .out = &made, .last = ';', .acsl = acsl};
    while (*w.at)
        read_token(&w);
    if (w.changed) {
        text_append_bytes(out, text_string(&made), made.size);
    }
    text_free(&made);
    return w.changed;
}
