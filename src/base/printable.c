#include "base/printable.h"

#include <assert.h>
#include <string.h>

/* The bytes of the UTF-8 character at p, 0 if there is none (overlong forms and surrogates are none); *code is its
 * number. */
static unsigned decode(const unsigned char *p, size_t left, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned n = *p < 0x80 ? 1 : *p >> 5 == 6 ? 2 : *p >> 4 == 14 ? 3 : *p >> 3 == 30 ? 4 : 0;
    if (!n || n > left)
        return 0;
    *code = n == 1 ? *p : *p & (0x7fu >> n);
    for (unsigned i = 1; i < n; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return 0;
        *code = *code << 6 | (p[i] & 0x3f);
    }
    return *code < least[n] || *code > 0x10ffff || (*code >= 0xd800 && *code < 0xe000) ? 0 : n;
}

/* Control characters, marks of direction, separators of lines and paragraphs, and what is no character at all. */
static bool may_be_shown(uint32_t c)
{
    bool control = c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0xe0000 && c < 0xe0080);
    bool direction = c == 0x61c || c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
    return !control && !direction && c != 0xfeff && (c & 0xfffe) != 0xfffe;
}

void text_append_printable(struct text *out, const char *s, size_t size, enum printable kind)
{
    assert(s || !size);
    const unsigned char *p = (const unsigned char *)s;
    for (size_t i = 0; i < size;) {
        size_t run = i;
        while (run < size && p[run] >= ' ' && p[run] < 0x7f)
            run++;
        text_append_bytes(out, s + i, run - i);
        i = run;
        if (i == size)
            break;
        uint32_t code = 0;
        unsigned n = decode(p + i, size - i, &code);
        bool blank = n == 1 && (code == '\n' || code == '\t');
        if (n && (may_be_shown(code) || (blank && kind == PRINTABLE_LINES)))
            text_append_bytes(out, s + i, n);
        else if (blank)
            text_append(out, code == '\n' ? "\\n" : "\\t");
        else
            for (unsigned k = 0; k < (n ? n : 1); k++)
                text_printf(out, "\\x%02x", p[i + k]);
        i += n ? n : 1;
    }
}

const char *printable(const char *s, enum printable kind, struct arena *words)
{
    struct text t = {0};
    text_append_printable(&t, s, strlen(s), kind);
    const char *made = !strcmp(text_string(&t), s) ? s : arena_strdup(words, text_string(&t));
    text_free(&t);
    return made;
}

void text_append_markup(struct text *out, const char *s, enum printable kind)
{
    struct text shown = {0};
    text_append_printable(&shown, s, strlen(s), kind);
    for (const char *c = text_string(&shown); *c; c++)
        switch (*c) {
        case '&': text_append(out, "&amp;"); break;
        case '<': text_append(out, "&lt;"); break;
        case '>': text_append(out, "&gt;"); break;
        case '"': text_append(out, "&quot;"); break;
        default: text_char(out, *c);
        }
    text_free(&shown);
}
