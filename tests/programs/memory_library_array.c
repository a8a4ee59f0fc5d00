/* heddle: memory=FALSE?; engines: auto; known: the extent of arrays of wide characters is not known */
/* How many elements of an array a library function accesses is not known of all: here it is one too many. */
#include <stdlib.h>
#include <wchar.h>

int main(void)
{
    wchar_t *a = calloc(4, sizeof *a), *b = malloc(3 * sizeof *b);
    wmemmove(b, a, 4);
    free(a);
    free(b);
    return 0;
}
