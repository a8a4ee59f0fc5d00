/* Reading a line into memory that grows with it, as in glibc: there is memory also where nothing could be read. */
#include "allocation.h"
#include "errors.h"
#include "streams.h"

#define LONGEST_LINE 0x3fffffffu
enum { FIRST_SIZE = 120, FEW_CHARACTERS = 8 };

static size_t next_size(const char *line, size_t size, size_t length)
{
    size_t wanted = !line || size == 0 ? FIRST_SIZE : 2 * size;
    return wanted > length ? wanted : length + 1;
}

/* Room for a number of characters and a zero. What was there is lost, since all of it is written now. */
static _Bool has_room(char **line, size_t *size, size_t length)
{
    if (*line && *size && length < *size)
        return 1;
    if (there_is_no_memory()) {
        __heddle_failed(E_NOMEM);
        return 0;
    }
    size_t wanted = next_size(*line, *size, length);
    __heddle_free(*line);
    *line = __heddle_alloc(wanted);
    *size = wanted;
    return 1;
}

static void fill(char *to, size_t length, char end, _Bool outside)
{
    if (!outside || length > FEW_CHARACTERS) {
        __heddle_havoc(to, length, "what is in a file", NULL);
        return;
    }
    for (size_t k = 0; k < length; k++) {
        to[k] = (char)__heddle_nondet_u8();
        __heddle_assume(k + 1 == length || to[k] != end);
    }
}

static long read_up_to(char **line, size_t *size, char end, void *stream)
{
    if (!line || !size)
        return __heddle_failed(E_INVAL);
    __heddle_library_stream(stream);
    size_t length = __heddle_nondet_u32() & LONGEST_LINE;
    if (!has_room(line, size, length))
        return -1;
    __heddle_writes(*line, length + 1);
    if (length == 0) {
        if (__heddle_nondet_bool()) /* otherwise nothing is left */
            __heddle_fails_by(E_IO);
        return -1;
    }
    fill(*line, length, end, is_outside(stream));
    (*line)[length] = 0;
    return (long)length;
}

MODEL long getdelim(char **line, size_t *size, int end, void *stream) { return read_up_to(line, size, (char)end, stream); }

MODEL long __getdelim(char **line, size_t *size, int end, void *stream) { return read_up_to(line, size, (char)end, stream); }

MODEL long getline(char **line, size_t *size, void *stream) { return read_up_to(line, size, '\n', stream); }
