/* Conditions of ACSL (Baudin et al., "ACSL: ANSI/ISO C Specification Language", section 2.2) as C. Those that C writes otherwise:
 * a ==> b, a <==> b, \true and \false, and comparisons in a row (0 <= i < n is 0 <= i && i < n). Whatever else begins with a backslash,
 * and ^^, is not known. Where we deviate: ACSL's integers have no end, those of C wrap. */
#include "frontend/annotated.h"

#include <ctype.h>
#include <string.h>

/* Behind a string or character that begins at s. */
static const char *after_quoted(const char *s, const char *to)
{
    char quote = *s++;
    while (s < to && *s != quote)
        s += *s == '\\' ? 2 : 1;
    return s < to ? s + 1 : to;
}

/* Behind the bracket that closes the one at s. */
static const char *after_bracket(const char *s, const char *to)
{
    unsigned depth = 0;
    while (s < to) {
        if (*s == '"' || *s == '\'') {
            s = after_quoted(s, to);
            continue;
        }
        depth += *s == '(' || *s == '[' || *s == '{';
        depth -= *s == ')' || *s == ']' || *s == '}';
        s++;
        if (!depth)
            return s;
    }
    return to;
}

/* Behind one operator, name, number, string or bracket. */
static const char *after_token(const char *s, const char *to)
{
    static const char *const operators[] = {"<==>", "==>", "<<", ">>", "<=", ">=", "==", "!=", "->", "&&", "||", "^^"};
    for (size_t k = 0; k < sizeof operators / sizeof *operators; k++)
        if ((size_t)(to - s) >= strlen(operators[k]) && starts_with(s, operators[k]))
            return s + strlen(operators[k]);
    if (*s == '"' || *s == '\'')
        return after_quoted(s, to);
    if (*s == '(' || *s == '[' || *s == '{')
        return after_bracket(s, to);
    if (isalnum((unsigned char)*s) || *s == '_' || *s == '\\')
        do
            s++;
        while (s < to && (isalnum((unsigned char)*s) || *s == '_' || *s == '.'));
    else
        s++;
    return s;
}

static bool is(const char *s, const char *end, const char *token)
{
    return (size_t)(end - s) == strlen(token) && strncmp(s, token, (size_t)(end - s)) == 0;
}

static bool is_comparison(const char *s, const char *end)
{
    return is(s, end, "<") || is(s, end, "<=") || is(s, end, ">") || is(s, end, ">=") || is(s, end, "==") || is(s, end, "!=");
}

/* The first operator of this kind between brackets, or the last; NULL if there is none. */
static const char *find(const char *from, const char *to, const char *token, bool last)
{
    const char *found = NULL;
    for (const char *s = from, *end; s < to && (!found || last); s = end) {
        end = after_token(s, to);
        if (is(s, end, token))
            found = s;
    }
    return found;
}

/* A token as it stands; what is in brackets is a condition, or several. */
static bool put_token(const char *s, const char *end, struct text *out)
{
    if (is(s, end, "\\true") || is(s, end, "\\false")) {
        text_append(out, s[1] == 't' ? "1" : "0");
        return true;
    }
    if (*s == '\\' || is(s, end, "^^"))
        return false;
    if ((*s != '(' && *s != '[') || end - s < 2) {
        text_append_bytes(out, s, (size_t)(end - s));
        return true;
    }
    text_char(out, *s);
    bool fine = acsl_condition(s + 1, end - 1, out);
    text_char(out, end[-1]);
    return fine;
}

/* No logical operators: comparisons in a row, all of which hold. Their operands have no effects, so they may be evaluated twice. */
static bool put_comparisons(const char *from, const char *to, struct text *out)
{
    unsigned count = 0;
    for (const char *s = from, *end; s < to; s = end) {
        end = after_token(s, to);
        count += is_comparison(s, end);
    }
    const char *operand = from; /* of the last comparison, on its right */
    for (const char *s = from, *end; s < to; s = end) {
        end = after_token(s, to);
        if (is_comparison(s, end) && operand != from) {
            text_append(out, "&&");
            for (const char *t = operand, *behind; t < s; t = behind) {
                behind = after_token(t, s);
                if (!put_token(t, behind, out))
                    return false;
            }
        }
        if (!put_token(s, end, out))
            return false;
        if (is_comparison(s, end) && count > 1)
            operand = end;
    }
    return true;
}

/* [from, at) and [behind, to), with these three texts around them. */
static bool put_both(const char *from, const char *at, const char *behind, const char *to, const char *const around[3],
                     struct text *out)
{
    text_append(out, around[0]);
    bool fine = acsl_condition(from, at, out);
    text_append(out, around[1]);
    fine = fine && acsl_condition(behind, to, out);
    text_append(out, around[2]);
    return fine;
}

bool acsl_condition(const char *from, const char *to, struct text *out)
{
    static const struct {
        const char *operator;
        bool last; /* groups to the left */
        const char *as[3];
    } table[] = {
        {",", false, {"", ",", ""}},           {"?", false, {"", "?", ""}},
        {":", false, {"", ":", ""}},           {"<==>", true, {"(!(", ")==!(", "))"}},
        {"==>", false, {"(!(", ")||(", "))"}}, {"||", true, {"", "||", ""}},
        {"&&", true, {"", "&&", ""}},
    };
    for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
        const char *at = find(from, to, table[k].operator, table[k].last);
        if (at)
            return put_both(from, at, at + strlen(table[k].operator), to, table[k].as, out);
    }
    return put_comparisons(from, to, out);
}
