/* heddle: overflow=FALSE; engines: explore */
/* A constant expression that overflows, where nothing but a branch depends on it. */
#include <limits.h>

int main(void)
{
    if (INT_MAX + 1 > 0)
        return 1;
    return 0;
}
