/* Streams end when they are closed. Those that are there from the beginning may be closed, too, but do not end here. A stream keeps others out while
 * it is used: that is no access for races. */
#include "streams.h"

void __heddle_library_stream(void *stream)
{
    if (!__heddle_memory())
        return;
    __heddle_atomic_begin();
    (void)*(volatile char *)stream;
    __heddle_atomic_end();
}

void __heddle_library_stream_ends(void *stream)
{
    if (!__heddle_memory())
        return;
    if (__heddle_is_standard(stream))
        return;
    __heddle_library_stream(stream);
    __heddle_free(stream);
}
