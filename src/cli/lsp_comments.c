#include "cli/lsp_comments.h"

#include <string.h>

/* Where a string or character that begins at s ends: behind its quote, or at the end of the line. */
static const char *after_quoted(const char *s)
{
    char quote = *s++;
    while (*s && *s != quote && *s != '\n')
        s += *s == '\\' && s[1] ? 2 : 1;
    return *s == quote ? s + 1 : s;
}

/* Where a comment ends that begins at s. */
static const char *after_comment(const char *s)
{
    if (s[1] == '*') {
        const char *end = strstr(s + 2, "*/");
        return end ? end + 2 : s + strlen(s);
    }
    while (*s && *s != '\n')
        s += *s == '\\' && s[1] ? 2 : 1; /* a line that goes on */
    return s;
}

static void end_line(struct text *out)
{
    while (out->size && (out->data[out->size - 1] == ' ' || out->data[out->size - 1] == '\t' || out->data[out->size - 1] == '\r'))
        out->data[--out->size] = 0;
}

/* Comments as blanks, lines as long as they need to be. */
static void without_comments(const char *s, struct text *out)
{
    while (*s) {
        bool comment = s[0] == '/' && (s[1] == '/' || s[1] == '*');
        const char *end = comment ? after_comment(s) : *s == '"' || *s == '\'' ? after_quoted(s) : s + 1;
        bool blank = comment && s[2] != '@' && !memmem(s, (size_t)(end - s), "heddle:", strlen("heddle:"));
        for (; s < end; s++) {
            if (*s == '\n')
                end_line(out);
            text_char(out, blank && *s != '\n' ? *s == '\t' ? '\t' : ' ' : *s);
        }
    }
    end_line(out);
}

bool same_but_for_comments(const char *a, const char *b)
{
    struct text x = {0}, y = {0};
    without_comments(a, &x);
    without_comments(b, &y);
    bool same = x.size == y.size && !memcmp(text_string(&x), text_string(&y), x.size);
    text_free(&x);
    text_free(&y);
    return same;
}
