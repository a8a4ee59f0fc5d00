/* Lines of C, and random choices: what the generators are written with. */
#ifndef HEDDLE_TESTS_FUZZ_WRITER_H
#define HEDDLE_TESTS_FUZZ_WRITER_H

#include "base/text.h"
#include "random.h"

struct writer {
    struct text *out;
    struct random r;
    unsigned indent;
};

static inline void write_line(struct writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static inline void write_line(struct writer *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    for (unsigned i = 0; i < w->indent; i++)
        text_append(w->out, "    ");
    text_vprintf(w->out, format, args);
    text_char(w->out, '\n');
    va_end(args);
}

/* For a generator g whose state has a writer w. */
#define line(g, ...) write_line(&(g)->w, __VA_ARGS__)
#define below(g, n) random_below(&(g)->w.r, n)

#endif
