/* heddle: memory=TRUE; engines: bounded; options: --leaks=left */
/* Streams and the arguments of main are not the program's to free. */
#include <stdio.h>

int main(int argc, char **argv)
{
    FILE *f = fopen("a", "r"), *left = fopen("b", "r");
    if (f)
        fclose(f);
    return left != NULL && argc > 1 && argv[1] != NULL;
}
