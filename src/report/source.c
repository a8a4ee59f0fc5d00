#include "report/source.h"

#include <assert.h>
#include <stdlib.h>

enum { LONGEST = 200, MOST_LINES = 1000000, NOWHERE = MOST_LINES };

struct line {
    const char *begin; /* NULL: it is nowhere */
    size_t size;
};
typedef VECTOR(struct line) line_vector;

/* # 12 "name" or #line 12 "name", of the file that is looked for: its next line; NOWHERE if it is another file's. False: no line marker. */
static bool read_marker(const char *p, const char *end, const char *name, uint32_t *next)
{
    char *behind;
    if (p == end || *p++ != '#')
        return false;
    p += strncmp(p, "line", 4) ? 0 : 4;
    if (*p != ' ' || p[1] < '0' || p[1] > '9')
        return false;
    unsigned long line = strtoul(p, &behind, 10);
    if (strncmp(behind, " \"", 2))
        return false;
    for (p = behind + 2; p < end && *p != '"' && *name; p++, name++) {
        p += *p == '\\';
        if (*p != *name)
            break;
    }
    *next = *p == '"' && !*name && line && line < MOST_LINES ? (uint32_t)line : NOWHERE;
    return true;
}

static void take_lines(line_vector *lines, const struct text *input, const char *name)
{
    uint32_t next = NOWHERE;
    for (const char *p = input->data, *all = p + input->size, *end; p < all; p = end + 1) {
        end = memchr(p, '\n', (size_t)(all - p));
        end = end ? end : all;
        if (read_marker(p, end, name, &next) || next >= MOST_LINES)
            continue;
        while (lines->size < next)
            vector_push(lines, (struct line){0});
        if (!lines->data[next - 1].begin)
            lines->data[next - 1] = (struct line){p, (size_t)(end - p)};
        next++;
    }
}

static void put_together(struct source_file *f, const struct sources *s)
{
    for (uint32_t i = 0; i < s->input_count && !f->text.size; i++) {
        struct text input = {0};
        line_vector lines = {0};
        if (text_read_regular_file(&input, s->inputs[i]) && input.size)
            take_lines(&lines, &input, f->name);
        vector_each(const struct line *, l, &lines) {
            text_append_bytes(&f->text, l->begin ? l->begin : "", l->size);
            text_char(&f->text, '\n');
        }
        vector_free(&lines);
        text_free(&input);
    }
}

const struct source_file *source_file(struct sources *s, const char *name)
{
    vector_each(struct source_file *, f, &s->files)
        if (!strcmp(f->name, name))
            return f;
    struct source_file f = {.name = mem_strdup(name)};
    if (!text_read_regular_file(&f.text, name))
        put_together(&f, s);
    if (f.text.size) {
        vector_push(&f.starts, 0);
        for (size_t i = 0; i + 1 < f.text.size; i++)
            if (f.text.data[i] == '\n')
                vector_push(&f.starts, i + 1);
    }
    vector_push(&s->files, f);
    return &vector_last(&s->files);
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

bool source_line(struct sources *s, const char *file, uint32_t line, struct text *out)
{
    if (!file || !line)
        return false;
    const struct source_file *f = source_file(s, file);
    if (line > f->starts.size)
        return false;
    const char *p = f->text.data + f->starts.data[line - 1], *end = f->text.data + f->text.size;
    const char *stop = p;
    while (stop < end && *stop != '\n')
        stop++;
    while (p < stop && is_blank(*p))
        p++;
    while (stop > p && is_blank(stop[-1]))
        stop--;
    bool cut = stop - p > LONGEST;
    if (cut)
        stop = p + LONGEST;
    for (; p < stop; p++)
        text_char(out, *p == '\t' ? ' ' : (unsigned char)*p < ' ' || *p == 127 ? '?' : *p);
    if (cut)
        text_append(out, "...");
    return true;
}

static bool is_inside_character(char c) { return ((unsigned char)c & 0xc0) == 0x80; }

bool source_excerpt(struct sources *s, const char *file, uint32_t number, uint32_t column, size_t most, struct text *out)
{
    enum { DOTS = 3 };
    struct text line = {0};
    if (!source_line(s, file, number, &line))
        return false;
    const struct source_file *f = source_file(s, file);
    const char *whole = f->text.data + f->starts.data[number - 1], *text = text_string(&line);
    size_t indent = 0, at;
    while (is_blank(whole[indent]))
        indent++;
    at = column > indent + 1 ? column - indent - 1 : 0;
    size_t from = line.size > most && at + most / 2 > most ? at - most / 2 : 0, to;
    if (from + most > line.size)
        from = line.size > most ? line.size - most : 0;
    while (from && from < at && is_inside_character(text[from]))
        from++;
    to = line.size - from > most ? from + most - DOTS : line.size;
    while (to < line.size && to > from && is_inside_character(text[to]))
        to--;
    text_append(out, from ? "..." : "");
    from += from ? DOTS : 0;
    while (from < to && is_inside_character(text[from]))
        from++;
    text_append_bytes(out, text + from, to - from);
    text_append(out, to < line.size ? "..." : "");
    text_free(&line);
    return true;
}

uint32_t source_column(struct sources *s, const char *file, uint32_t line, uint32_t column)
{
    const struct source_file *f = file && line ? source_file(s, file) : NULL;
    if (!f || line > f->starts.size)
        return column;
    const char *p = f->text.data + f->starts.data[line - 1];
    uint32_t characters = column ? 1 : 0;
    for (uint32_t i = 1; i < column && p + i <= f->text.data + f->text.size; i++)
        characters += (p[i - 1] & 0xc0) != 0x80;
    return characters;
}

void sources_free(struct sources *s)
{
    vector_each(struct source_file *, f, &s->files) {
        mem_free(f->name);
        text_free(&f->text);
        vector_free(&f->starts);
        vector_free(&f->locals);
    }
    vector_free(&s->files);
}
