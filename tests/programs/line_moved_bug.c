/* heddle: memory=FALSE; engines: auto */
/* getline moves the memory when a line is too long for it: the old address must not be kept. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    size_t size = 4;
    char *line = malloc(size), *first = line;
    getline(&line, &size, stdin);
    free(first);
    return 0;
}
