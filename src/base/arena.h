/* Memory that is freed all at once. Blocks are aligned to 16 bytes and zeroed. */
#ifndef HEDDLE_BASE_ARENA_H
#define HEDDLE_BASE_ARENA_H

#include <stddef.h>

struct arena_chunk;
struct arena {
    struct arena_chunk *chunks; /* newest first */
    size_t bytes;               /* handed out so far */
};

#define ARENA_EMPTY {0}

void *arena_alloc(struct arena *a, size_t bytes);
char *arena_strdup(struct arena *a, const char *s);
char *arena_strndup(struct arena *a, const char *s, size_t n);
char *arena_printf(struct arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* All that was handed out since the mark was made is free again; what came before stays where it is. */
struct arena_mark {
    struct arena_chunk *chunk;
    size_t used, bytes;
};
struct arena_mark arena_mark(const struct arena *a);
void arena_rewind(struct arena *a, struct arena_mark to);

void arena_release(struct arena *a); /* frees everything; the arena is empty again */

#define ARENA_NEW(a, T) ((T *)arena_alloc((a), sizeof(T)))
#define ARENA_ARRAY(a, T, n) ((T *)arena_alloc((a), (size_t)(n) * sizeof(T)))

#endif
