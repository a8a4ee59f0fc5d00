#include "report/source.h"

#include <assert.h>

enum { LONGEST = 200 };

const struct source_file *source_file(struct sources *s, const char *name)
{
    vector_each(struct source_file *, f, &s->files)
        if (!strcmp(f->name, name))
            return f;
    struct source_file f = {.name = mem_strdup(name)};
    if (text_read_regular_file(&f.text, name) && f.text.size) {
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
    }
    vector_free(&s->files);
}
