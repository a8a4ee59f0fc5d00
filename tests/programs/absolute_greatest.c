/* heddle: overflow=FALSE; engines: explore auto */
/* imaxabs of the least number, which no compiler looks at. */
#include <inttypes.h>

int main(void)
{
    intmax_t least = INTMAX_MIN;
    return imaxabs(least) > 0;
}
