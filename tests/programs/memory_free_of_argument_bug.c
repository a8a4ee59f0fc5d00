/* heddle: memory=FALSE; engines: bounded */
/* An argument of main is not the program's to free. */
#include <stdlib.h>

int main(int count, char **arguments)
{
    if (count > 1)
        free(arguments[1]);
    return 0;
}
