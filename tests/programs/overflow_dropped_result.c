/* heddle: overflow=TRUE; engines: explore modular */
/* A sum that nobody looks at, within its range. */
#include <limits.h>

int main(void)
{
    int x = INT_MAX - 1;
    x + 1;
    return 0;
}
