/* heddle: overflow=FALSE; engines: explore */
/* A sum that nobody looks at is undefined all the same: no compiler may hide that. */
#include <limits.h>

int main(void)
{
    int x = INT_MAX - 0;
    x + 1;
    return 0;
}
