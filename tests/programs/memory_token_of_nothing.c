/* heddle: memory=FALSE; engines: explore */
/* The next token of a text that was never given. */
#include <string.h>

int main(void)
{
    return strtok(NULL, ",") != NULL;
}
