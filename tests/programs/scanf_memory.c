/* heddle: memory=TRUE overflow=TRUE; engines: explore bounded */
/* What scanf stores fits; there is no text in memory that it would read. */
#include <stdio.h>

int main(void)
{
    char word[3];
    int number = 0;
    return scanf("%2s%d", word, &number) == 2 && word[0] == 0;
}
