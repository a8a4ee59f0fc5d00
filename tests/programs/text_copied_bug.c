/* heddle: memory=FALSE; engines: random */
/* A copy has as much room as the text, and none for its end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    char *copy = malloc(strlen(argv[1]));
    strcpy(copy, argv[1]);
    puts(copy);
    free(copy);
    return 0;
}
