/* A growable string. A zeroed text is empty; .data is NULL or NUL-terminated: read it through text_string(). */
#ifndef HEDDLE_BASE_TEXT_H
#define HEDDLE_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
    char *data;
    size_t size, capacity;
};

void text_append(struct text *t, const char *s);
/* Zeroed, or with a NUL behind its bytes. */
static inline bool text_valid(const struct text *t) { return t->data ? t->size < t->capacity && !t->data[t->size] : !t->size; }
void text_append_bytes(struct text *t, const char *s, size_t n);
void text_char(struct text *t, char c);
void text_printf(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_vprintf(struct text *t, const char *format, va_list args);
/* As one word of a shell: in quotes, if it needs them. */
void text_append_shell_word(struct text *t, const char *word);
void text_clear(struct text *t);
void text_free(struct text *t);
static inline const char *text_string(const struct text *t) { return t->data ? t->data : ""; }

/* Reads a whole file (any bytes); false with errno set. */
bool text_read_file(struct text *t, const char *path);
/* The same for a name that comes from somewhere (a program, a task): only a regular file, so that nothing hangs or never ends.
 * file_problem says in words why it is none, or cannot be read; NULL if it can. */
bool text_read_regular_file(struct text *t, const char *path);
const char *file_problem(const char *path);
/* The same of C source: not what was compiled already, either, unless it is bitcode by its name. */
const char *source_problem(const char *path);
/* For files of heddle's own; base/output.h is for those that the user names. */
bool text_write_file(const struct text *t, const char *path);

/* Decimal (or 0x) number that is the whole of s and lies within [low, high]. */
bool parse_u64(const char *s, uint64_t low, uint64_t high, uint64_t *value);
bool starts_with(const char *s, const char *prefix);
bool ends_with(const char *s, const char *suffix);

#endif
