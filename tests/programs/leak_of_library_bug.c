/* heddle: memory=FALSE; engines: auto; options: --leaks=left */
/* The library makes it, but it is the program that has to free it. */
#include <stdio.h>
#include <string.h>

int main(void)
{
    FILE *f = fopen("a", "r");
    if (f)
        fclose(f);
    return strdup("b") != NULL;
}
