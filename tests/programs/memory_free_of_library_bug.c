/* heddle: memory=FALSE; engines: explore */
/* The text of an error is not the program's to free. */
#include <stdlib.h>
#include <string.h>

int main(void)
{
    free(strerror(1));
    return 0;
}
