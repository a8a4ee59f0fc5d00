/* heddle: memory=FALSE; engines: explore */
/* Text is printed that was freed. */
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
    free(text);
    printf("%s\n", text);
    return 0;
}
