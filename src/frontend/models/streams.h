/* Streams (FILE, DIR): for the property memory they are objects that live until they are closed. Elsewhere nothing is known of them. */
#ifndef HEDDLE_MODELS_STREAMS_H
#define HEDDLE_MODELS_STREAMS_H

#include "heddle.h"

void __heddle_library_stream(void *stream);      /* it is used: it must be open */
void __heddle_library_stream_ends(void *stream); /* it is closed */
_Bool __heddle_is_standard(void *stream);        /* stdin, stdout or stderr, as they were */

extern void *stdin;

/* Whether what it gives is up to the world. */
static inline _Bool is_outside(void *stream)
{
    return __heddle_from_outside() || (stream == stdin && __heddle_standard_input_outside());
}

#endif
