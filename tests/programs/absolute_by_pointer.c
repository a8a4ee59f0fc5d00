/* heddle: overflow=FALSE; engines: auto */
/* The absolute value of the least number is no number, also where the compiler does not know the function that is called. */
#include <limits.h>
#include <stdlib.h>

static int (*const size_of)(int) = abs;

int main(int count, char **texts)
{
    (void)texts;
    return size_of(count > 3 ? INT_MIN : -count) < 0;
}
