/* See columns.h. A line of the schedule is the source line in the column of its thread, and below it, indented, what the step
 * read and wrote. An empty row marks that another thread goes on. */
#include "report/columns.h"

enum { NARROWEST = 26, GAP = 3, INDENT = 2, LONGEST = 60, SHOWN_END = 30 };

struct table {
    struct text *out;
    const struct schedule *schedule;
    struct sources *sources;
    VECTOR(const char *) threads; /* in the order of their first steps */
    unsigned label, column;       /* widths */
};

static uint32_t column_of(const struct table *t, const char *thread)
{
    uint32_t k = 0;
    while (k < t->threads.size && strcmp(t->threads.data[k], thread))
        k++;
    return k;
}

static void find_threads(struct table *t)
{
    vector_each(const struct schedule_line *, line, &t->schedule->lines)
        if (column_of(t, line->thread) == t->threads.size)
            vector_push(&t->threads, line->thread);
}

static void spaces(struct text *out, size_t n)
{
    while (n-- > 0)
        text_char(out, ' ');
}

static void cut_at(struct text *t, size_t size)
{
    t->size = size;
    t->data[size] = '\0';
}

static void end_row(struct table *t)
{
    while (t->out->size && text_string(t->out)[t->out->size - 1] == ' ')
        cut_at(t->out, t->out->size - 1);
    text_char(t->out, '\n');
}

/* A row with n characters of words in one column (column NONE: an empty row), n no more than fits. */
static void row(struct table *t, uint32_t label, uint32_t column, unsigned indent, const char *words, size_t n)
{
    size_t from = t->out->size;
    if (label)
        text_printf(t->out, "%*u", (int)t->label, label);
    spaces(t->out, t->label + 2 - (t->out->size - from));
    for (uint32_t k = 0; k < t->threads.size; k++) {
        if (k)
            text_append(t->out, " | ");
        size_t used = k == column ? indent + n : 0;
        if (k == column) {
            spaces(t->out, indent);
            text_append_bytes(t->out, words, n);
        }
        if (k + 1 < t->threads.size)
            spaces(t->out, t->column - used);
    }
    end_row(t);
}

/* Words broken at blanks into as many rows as they need. */
static void rows(struct table *t, uint32_t column, const char *words)
{
    size_t most = t->column - INDENT, left = strlen(words);
    while (left) {
        size_t n = left;
        if (n > most) {
            n = most;
            while (n > most / 2 && words[n] != ' ')
                n--;
            n = words[n] == ' ' ? n : most;
        }
        row(t, 0, column, INDENT, words, n);
        n += strspn(words + n, " ");
        words += n;
        left -= n;
    }
}

static void head(struct table *t)
{
    spaces(t->out, t->label + 2);
    for (uint32_t k = 0; k < t->threads.size; k++) {
        size_t n = strlen(t->threads.data[k]);
        text_append(t->out, k ? " | " : "");
        text_append_bytes(t->out, t->threads.data[k], n < t->column ? n : t->column);
        spaces(t->out, n < t->column ? t->column - n : 0);
    }
    end_row(t);
    spaces(t->out, t->label + 2);
    for (uint32_t k = 0; k < t->threads.size; k++) {
        text_append(t->out, k ? "-+-" : "");
        for (unsigned i = 0; i < t->column; i++)
            text_char(t->out, '-');
    }
    end_row(t);
}

static void print_line(struct table *t, const struct schedule_line *line)
{
    uint32_t column = column_of(t, line->thread);
    struct text words = {0};
    if (!source_line(t->sources, line->pos.file, line->pos.line, &words))
        text_append(&words, "(source not found)");
    if (words.size > t->column) {
        cut_at(&words, t->column - 3);
        text_append(&words, "...");
    }
    row(t, line->pos.line, column, 0, text_string(&words), words.size);
    text_clear(&words);
    vector_each(const struct effect *, e, &line->effects) {
        text_append(&words, e == line->effects.data ? "" : ", ");
        effect_print(&words, e);
    }
    rows(t, column, text_string(&words));
    text_free(&words);
}

static bool same(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

bool columns_print(struct text *out, const struct schedule *s, struct sources *sources, unsigned width)
{
    struct table t = {.out = out, .schedule = s, .sources = sources, .label = 4};
    find_threads(&t);
    unsigned n = t.threads.size;
    bool fits = n && width > t.label + 2 + GAP * (n - 1) && (width - t.label - 2 - GAP * (n - 1)) / n >= NARROWEST;
    if (fits) {
        t.column = (width - t.label - 2 - GAP * (n - 1)) / n;
        t.column = t.column < 72 ? t.column : 72;
        head(&t);
    }
    bool cut = s->lines.size > LONGEST;
    for (uint32_t i = 0; fits && i < s->lines.size; i++) {
        const struct schedule_line *line = &s->lines.data[i];
        if (cut && i == LONGEST - SHOWN_END) {
            uint32_t skipped = s->lines.size - LONGEST;
            uint32_t steps = s->lines.data[i + skipped].first_step - line->first_step;
            text_printf(out, "%*s  (%u lines, %u steps, are left out here; --trace FILE writes all of them)\n", (int)t.label, "...",
                        skipped, steps);
            i += skipped - 1;
            continue;
        }
        if (i && strcmp(line->thread, s->lines.data[i - 1].thread))
            row(&t, 0, NONE, 0, "", 0);
        if (i && !same(line->pos.file, s->lines.data[i - 1].pos.file))
            rows(&t, column_of(&t, line->thread), line->pos.file ? line->pos.file : "");
        print_line(&t, line);
    }
    vector_free(&t.threads);
    return fits;
}
