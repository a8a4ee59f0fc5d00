/* heddle: memory=TRUE; engines: auto */
/* getline gives memory also where nothing is left to read, and there is a zero behind what it has read. */
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    ssize_t n = getline(&line, &size, stdin);
    assert(n == -1 || (n > 0 && (size_t)n < size && line[n] == 0));
    free(line);
    return 0;
}
