/* heddle: memory=TRUE overflow=TRUE; engines: explore */
/* The text that is printed is there. */
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char *text = malloc(3);
    if (!text)
        return 0;
    text[0] = 'a';
    text[1] = 0;
    printf("%s\n", text);
    free(text);
    return 0;
}
