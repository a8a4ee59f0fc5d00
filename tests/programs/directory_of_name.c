/* heddle: memory=TRUE; engines: auto */
/* Without a directory in it, and of a null pointer, dirname gives a text of its own. */
#include <libgen.h>
#include <stdlib.h>

int main(void)
{
    char name[] = "foo", *d = dirname(name);
    char first = d[0];
    first = dirname(NULL)[0];
    return first == 'x';
}
