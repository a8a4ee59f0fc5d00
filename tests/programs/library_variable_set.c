/* heddle: reach=FALSE?; engines: auto; known: variables of the library are any value once it sets them */
/* What a function of the library does to a variable of the library: tzset sets timezone, lgamma sets signgam. */
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>
#include <time.h>

int main(void)
{
    volatile double x = 0.5;
    timezone = 7;
    tzset();
    assert(timezone == 7);
    signgam = 7;
    x = lgamma(x);
    assert(signgam == 7);
    return 0;
}
