/* heddle: reach=FALSE?; engines: auto; known: streams into memory are not modelled */
/* A stream into memory stores its size when it is closed. */
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *text;
    size_t size = 77;
    FILE *f = open_memstream(&text, &size);
    if (!f)
        return 0;
    fputs("abc", f);
    fclose(f);
    assert(size != 3);
    free(text);
    return 0;
}
