/* All heap memory of heddle goes through here: overflow is checked, bytes are counted, and running out of memory
 * never returns to the caller. Thread-safe. */
#ifndef HEDDLE_BASE_MEMORY_H
#define HEDDLE_BASE_MEMORY_H

#include <stddef.h>

void *mem_alloc(size_t bytes);                    /* never NULL, contents undefined */
void *mem_zalloc(size_t bytes);                   /* never NULL, zeroed */
void *mem_alloc_array(size_t count, size_t size); /* zeroed; fatal on overflow of count * size */
void *mem_realloc(void *p, size_t bytes);
void mem_free(void *p); /* NULL is fine */
char *mem_strdup(const char *s);

size_t mem_used(void); /* bytes held now */

/* What happens when memory runs out (default: a line on standard error and exit status 70).
 * The handler must not return. Engines install one that reports UNKNOWN. */
void mem_on_exhaustion(void (*handler)(size_t bytes));

/* Fails every request that would take mem_used() past this; 0 means no limit. */
void mem_set_limit(size_t bytes);

#define NEW(T) ((T *)mem_zalloc(sizeof(T)))
#define NEW_ARRAY(T, n) ((T *)mem_alloc_array((n), sizeof(T)))

#endif
