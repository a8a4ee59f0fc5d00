/* Directories: whether they are there, and what is in them, is up to the world; names are any values. What is read lies in the stream itself, where the
 * next reading of the same stream writes. */
#include "errors.h"
#include "streams.h"

enum { ENTRY = 280, LAST = 274, LAST_OF_32 = 266 }; /* struct dirent64; ends of d_name */

static void *opened(void)
{
    if (__heddle_nondet_bool()) {
        __heddle_fails_by(E_NOENT);
        return NULL;
    }
    return __heddle_alloc_own(ENTRY);
}

MODEL void *opendir(const char *name)
{
    __heddle_reads_text(name, __SIZE_MAX__);
    return opened();
}

MODEL void *fdopendir(int file)
{
    (void)file;
    return opened();
}

/* The end of a directory leaves errno as it was. last: where a name ends at the latest */
static void *next_entry(char *directory, int last)
{
    __heddle_library_stream(directory);
    __heddle_writes(directory, ENTRY);
    if (__heddle_nondet_bool())
        return NULL;
    __heddle_havoc(directory, ENTRY, "what is in a directory", NULL);
    directory[last] = 0;
    return directory;
}

MODEL void *readdir(void *directory) { return next_entry(directory, sizeof(long) == 8 ? LAST : LAST_OF_32); }

MODEL void *readdir64(void *directory) { return next_entry(directory, LAST); }

MODEL int closedir(void *directory)
{
    __heddle_library_stream_ends(directory);
    return __heddle_nondet_bool() ? __heddle_fails_by(E_IO) : 0; /* as for close */
}
