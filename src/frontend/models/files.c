/* Files: opening, reading and closing, which may all fail, as the world wants. What is in them is any value, since what was written is not
 * remembered; but what comes from outside of the program is arbitrary. */
#include "epoll.h"
#include "errors.h"
#include "sockets.h"
#include "streams.h"

MODEL void *fopen(const char *name, const char *mode)
{
    __heddle_reads_text(name, __SIZE_MAX__);
    __heddle_reads_text(mode, __SIZE_MAX__);
    if (__heddle_nondet_bool()) {
        __heddle_fails_by(E_NOENT);
        return NULL;
    }
    return __heddle_alloc_own(1);
}

static int closed(void) { return __heddle_nondet_bool() ? __heddle_fails_by(E_IO) : 0; }

MODEL int fclose(void *file)
{
    __heddle_library_stream_ends(file);
    return closed();
}

/* The stream is the same with another file; or it is closed. */
MODEL void *freopen(const char *name, const char *mode, void *file)
{
    if (name)
        __heddle_reads_text(name, __SIZE_MAX__);
    __heddle_reads_text(mode, __SIZE_MAX__);
    __heddle_library_stream(file);
    if (!__heddle_nondet_bool())
        return file;
    __heddle_library_stream_ends(file);
    __heddle_fails_by(E_NOENT);
    return NULL;
}

MODEL int feof(void *file)
{
    __heddle_library_stream(file);
    return __heddle_any_u8("whether a file has ended") & 1;
}

MODEL int ferror(void *file)
{
    __heddle_library_stream(file);
    return __heddle_any_u8("whether a file has failed") & 1;
}

MODEL int open(const char *name, int flags, ...)
{
    (void)flags;
    __heddle_reads_text(name, __SIZE_MAX__);
    if (__heddle_nondet_bool())
        return __heddle_fails_by(E_NOENT);
    return (int)(__heddle_any_u32("the number of a file") & 0x7fffffff);
}

MODEL int close(int file)
{
    if (file < 0)
        return __heddle_failed(E_BADF);
    if (__heddle_epoll_sets)
        __heddle_forget_closed(file);
    return closed();
}

static size_t some_of(_Bool outside, size_t most)
{
    if (!outside)
        return __builtin_elementwise_min((size_t)__heddle_any_u64("how much of a file is read"), most);
    size_t bytes = (size_t)__heddle_nondet_u64();
    __heddle_assume(bytes <= most);
    return bytes;
}

enum { FEW_BYTES = 16 };

/* Few bytes from outside are arbitrary one by one. */
static void fill(_Bool outside, unsigned char *to, size_t size, size_t bytes)
{
    if (outside && bytes <= FEW_BYTES)
        for (size_t i = 0; i < bytes; i++)
            to[i] = __heddle_nondet_u8();
    else
        __heddle_havoc(to, size, "what is in a file", NULL);
}

static long receive(int file, _Bool outside, void *to, size_t size)
{
    if (file < 0)
        return __heddle_failed(E_BADF);
    if (__heddle_nondet_bool())
        return __heddle_fails_by(E_IO);
    __heddle_writes(to, size);
    size_t bytes = some_of(outside, size < 0x7ffff000 ? size : 0x7ffff000);
    fill(outside, to, size, bytes);
    return (long)bytes;
}

MODEL long read(int file, void *to, size_t size)
{
    return receive(file, __heddle_from_outside() || (file == 0 && __heddle_standard_input_outside()), to, size);
}

MODEL long recv(int file, void *to, size_t size, int flags)
{
    (void)flags;
    return receive(file, __heddle_heard_outside(), to, size);
}

MODEL long recvfrom(int file, void *to, size_t size, int flags, void *address, unsigned *length)
{
    (void)flags;
    long bytes = receive(file, __heddle_heard_outside(), to, size);
    if (bytes >= 0)
        __heddle_tell_address(address, length);
    return bytes;
}

MODEL long pread(int file, void *to, size_t size, long offset)
{
    (void)offset;
    return receive(file, __heddle_from_outside(), to, size);
}

MODEL size_t fread(void *to, size_t size, size_t count, void *file)
{
    _Bool outside = is_outside(file);
    __heddle_library_stream(file);
    __heddle_writes(to, size * count);
    size_t read = some_of(outside, size ? count : 0);
    fill(outside, to, size * count, size * read);
    return read;
}
