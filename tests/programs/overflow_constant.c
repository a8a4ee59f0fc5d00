/* heddle: overflow=TRUE; engines: explore modular */
/* A constant expression within its range. */
#include <limits.h>

int main(void)
{
    if (INT_MAX + 0 > 0)
        return 1;
    return 0;
}
