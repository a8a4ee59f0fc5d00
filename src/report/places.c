#include "report/places.h"

#include <ctype.h>

struct span {
    const char *begin, *end; /* of the line, without its newline */
    const char *file_end;
};

static bool line_of(struct sources *s, struct position pos, struct span *l)
{
    const struct source_file *f = pos.file && pos.line ? source_file(s, pos.file) : NULL;
    if (!f || pos.line > f->starts.size)
        return false;
    l->begin = f->text.data + f->starts.data[pos.line - 1];
    l->file_end = f->text.data + f->text.size;
    for (l->end = l->begin; l->end < l->file_end && *l->end != '\n';)
        l->end++;
    return true;
}

const char *place_skip(const char *p, const char *end)
{
    if (*p == '"' || *p == '\'') {
        const char *q = p + 1;
        while (q < end && *q != *p && *q != '\n')
            q += *q == '\\' ? 2 : 1;
        return q < end ? q + 1 : end;
    }
    if (p + 1 < end && p[0] == '/' && p[1] == '*') {
        const char *q = p + 2;
        while (q + 1 < end && !(q[0] == '*' && q[1] == '/'))
            q++;
        return q + 1 < end ? q + 2 : end;
    }
    if (p + 1 < end && p[0] == '/' && p[1] == '/') {
        while (p < end && *p != '\n')
            p++;
        return p;
    }
    return p;
}

struct position place_of_call_end(struct sources *s, struct position pos)
{
    struct span l;
    if (!line_of(s, pos, &l))
        return pos;
    const char *p = l.begin + (pos.column ? pos.column - 1 : 0), *line = l.begin;
    int depth = 0;
    struct position at = pos;
    while (p < l.file_end) {
        const char *after = place_skip(p, l.file_end);
        if (after == p) {
            depth += *p == '(';
            if (*p == ')' && --depth <= 0) {
                at.column = (uint32_t)(p - line) + 1;
                return depth == 0 ? at : pos;
            }
            if (depth == 0 && (p >= l.end || *p == ';'))
                return pos; /* no call here */
            after = p + 1;
        }
        for (; p < after; p++)
            if (*p == '\n') {
                at.line++;
                line = p + 1;
            }
    }
    return pos;
}

static bool is_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

static bool is_word(const char *p, size_t n, const char *const *words)
{
    for (; *words; words++)
        if (strlen(*words) == n && !strncmp(p, *words, n))
            return true;
    return false;
}

/* Whether a brace that comes behind this part of a statement opens a value: of an initialiser, or a compound literal. */
static bool opens_value(const char *from, const char *brace)
{
    const char *p = from;
    int depth = 0;
    while (p < brace) {
        const char *after = place_skip(p, brace);
        bool compares = p > from && strchr("=!<>", p[-1]);
        depth += after == p ? (*p == '(') - (*p == ')') : 0;
        if (after == p && *p == '=' && !compares && p[1] != '=' && depth == 0)
            return true;
        p = after > p ? after : p + 1;
    }
    from += strspn(from, " \t");
    return brace - from > 6 && !strncmp(from, "return", 6) && !is_name(from[6]);
}

/* After the last of ; { } else do, or the parentheses of if while for switch, that stands before the column; braces around values are none of them. */
struct position place_of_statement(struct sources *s, struct position pos)
{
    struct span l;
    if (!line_of(s, pos, &l))
        return pos;
    const char *stop = pos.column ? l.begin + pos.column - 1 : l.end, *start = l.begin, *p = l.begin;
    static const char *const alone[] = {"else", "do", NULL}, *const with_condition[] = {"if", "while", "for", "switch", NULL};
    int depth = 0, values = 0;
    bool condition = false;
    while (p < stop && p < l.end) {
        const char *after = place_skip(p, l.end), *q = p;
        while (after == p && q < l.end && is_name(*q))
            q++;
        if (q > p) {
            condition |= depth == 0 && is_word(p, (size_t)(q - p), with_condition);
            if (depth == 0 && is_word(p, (size_t)(q - p), alone))
                start = q;
            p = q;
        } else if (after > p) {
            p = after;
        } else {
            depth += (*p == '(') - (*p == ')');
            bool closed = *p == ')' && depth == 0 && condition;
            bool value = *p == '{' ? values || (depth <= 0 && opens_value(start, p)) : values > 0;
            condition &= !closed;
            values += value ? (*p == '{') - (*p == '}') : 0;
            p++;
            if (depth <= 0 && !value && (closed || strchr(";{}", p[-1])))
                start = p;
        }
    }
    while (start < l.end && isspace((unsigned char)*start))
        start++;
    if (start < l.end && start <= stop)
        pos.column = (uint32_t)(start - l.begin) + 1;
    return pos;
}

/* The last character of the line that is no blank and in no comment; NULL if there is none. */
static const char *last_of_line(const char *p, const char *end)
{
    const char *last = NULL;
    while (p < end) {
        const char *after = place_skip(p, end);
        if (after == p || *p != '/')
            last = isspace((unsigned char)*p) ? last : p;
        p = after > p ? after : p + 1;
    }
    return last;
}

bool place_begins_statement(struct sources *s, struct position start)
{
    struct span l;
    if (!start.column || !line_of(s, start, &l))
        return false;
    for (const char *p = l.begin; p < l.begin + start.column - 1; p++)
        if (!isspace((unsigned char)*p))
            return true; /* the line itself shows it */
    while (start.line-- > 1 && line_of(s, start, &l)) {
        const char *last = *l.begin == '#' ? NULL : last_of_line(l.begin, l.end);
        size_t length = last ? (size_t)(last - l.begin) + 1 : 0;
        bool opens = last && *last == '{' && opens_value(l.begin, last);
        if (last)
            return !opens && (strchr(";{}:)/", *last) || (length >= 4 && !strncmp(last - 3, "else", 4)) ||
                              (length >= 2 && !strncmp(last - 1, "do", 2)));
    }
    return true;
}

bool place_in_same_block(struct sources *s, struct position from, struct position to)
{
    struct span a, b;
    if (!line_of(s, from, &a) || !line_of(s, to, &b))
        return false;
    const char *p = a.begin + (from.column ? from.column - 1 : 0), *stop = b.begin + (to.column ? to.column - 1 : 0);
    int braces = 0, parentheses = 0; /* what is declared in the head of a loop ends with the loop */
    while (p < stop && braces >= 0 && parentheses >= 0) {
        const char *after = place_skip(p, a.file_end);
        if (after == p) {
            braces += (*p == '{') - (*p == '}');
            parentheses += (*p == '(') - (*p == ')');
            after++;
        }
        p = after;
    }
    return p <= stop && braces >= 0 && parentheses >= 0;
}

bool place_is(struct sources *s, struct position pos, const char *word)
{
    struct span l;
    size_t n = strlen(word);
    if (!pos.column || !line_of(s, pos, &l) || l.begin + pos.column - 1 + n > l.end)
        return false;
    const char *p = l.begin + pos.column - 1;
    return !strncmp(p, word, n) && !(is_name(word[n - 1]) && p + n < l.end && is_name(p[n]));
}

const char *place_of_function(struct sources *s, struct position pos, const char *prefix, struct position *call,
                              struct arena *words)
{
    struct span l;
    const char *found = NULL;
    if (!line_of(s, pos, &l))
        return NULL;
    for (const char *p = l.begin; p < l.end;) {
        const char *after = place_skip(p, l.end), *q = p;
        while (after == p && q < l.end && is_name(*q))
            q++;
        if (q > p) {
            if ((size_t)(q - p) > strlen(prefix) && !strncmp(p, prefix, strlen(prefix))) {
                if (found)
                    return NULL;
                found = arena_strndup(words, p, (size_t)(q - p));
                if (call) {
                    *call = pos;
                    call->column = (uint32_t)(p - l.begin) + 1;
                }
            }
            p = q;
        } else
            p = after > p ? after : p + 1;
    }
    return found;
}

static bool has_condition(const char *p, size_t n)
{
    static const char *const words[] = {"if", "while", "for", "switch", NULL};
    return is_word(p, n, words);
}

/* The compiler's own, and what stands for an arbitrary value: they have no body that a thread could come back from. */
static bool is_function(const char *p, size_t n)
{
    static const char *const none[] = {"if", "while", "for", "switch", "return", "sizeof", NULL};
    static const char *const own[] = {"__atomic_", "__c11_atomic_", "__sync_", "__builtin_", "__VERIFIER_nondet_", NULL};
    for (const char *const *o = own; *o; o++)
        if (!strncmp(p, *o, strlen(*o)))
            return false;
    return !is_word(p, n, none);
}

bool place_has_call(struct sources *s, struct position pos)
{
    struct span l;
    if (!pos.column || !line_of(s, pos, &l))
        return true;                                                    /* nobody knows */
    const char *p = l.begin + pos.column - 1, *word = NULL, *first = p; /* a statement begins with a word, or has no condition */
    size_t length = 0;
    for (int depth = 0; p < l.file_end && (depth || !strchr(";{}", *p));) {
        const char *after = place_skip(p, l.file_end), *q = p;
        while (after == p && q < l.file_end && is_name(*q))
            q++;
        if (q > p) {
            word = p;
            length = (size_t)(q - p);
            p = q;
        } else if (after > p) {
            p = after;
        } else {
            if (*p == '(' && word && is_function(word, length))
                return true;
            depth += (*p == '(') - (*p == ')');
            if (*p == ')' && !depth && has_condition(first, strcspn(first, " (")))
                return false;
            word = isspace((unsigned char)*p) ? word : NULL;
            p++;
        }
    }
    return p >= l.file_end;
}

const char *place_of_only_call(struct sources *s, struct position pos, struct position *call, struct arena *words)
{
    static const char *const none[] = {"if", "while", "for", "switch", "return", "sizeof", NULL};
    struct span l;
    const char *found = NULL;
    if (!line_of(s, pos, &l))
        return NULL;
    for (const char *p = l.begin; p < l.end;) {
        const char *after = place_skip(p, l.end), *q = p;
        while (after == p && q < l.end && is_name(*q))
            q++;
        size_t length = (size_t)(q - p);
        if (length && q + strspn(q, " \t") < l.end && q[strspn(q, " \t")] == '(' && !is_word(p, length, none)) {
            if (found)
                return NULL;
            found = arena_strndup(words, p, length);
            *call = pos;
            call->column = (uint32_t)(p - l.begin) + 1;
        }
        p = length ? q : after > p ? after : p + 1;
    }
    return found;
}

struct position place_of_loop_end(struct sources *s, struct position pos)
{
    struct span l;
    struct position end = pos;
    if (!pos.column || !line_of(s, pos, &l))
        return (struct position){0};
    const char *line = l.begin;
    int depth = 0, braces = 0;
    bool headed = false; /* the condition is over */
    for (const char *p = l.begin + pos.column - 1; p < l.file_end;) {
        const char *after = place_skip(p, l.file_end);
        if (after == p) {
            depth += (*p == '(') - (*p == ')');
            braces += headed && !depth ? (*p == '{') - (*p == '}') : 0;
            end.column = (uint32_t)(p - line) + 1;
            if (headed && !depth && !braces && strchr(";}", *p))
                return end;
            headed |= *p == ')' && !depth;
            after = p + 1;
        }
        for (; p < after; p++)
            if (*p == '\n') {
                end.line++;
                line = p + 1;
            }
    }
    return (struct position){0};
}
