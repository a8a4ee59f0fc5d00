/* heddle: memory=TRUE; engines: explore */
/* The same where there is room, and where nothing is asked for. */
#define _LARGEFILE64_SOURCE
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/time.h>

int main(void)
{
    struct stat64 *s = malloc(sizeof *s);
    struct itimerval none = {0};
    sigset_t pending;
    volatile double x = 3;
    int exponent;
    stat64("/", s);
    free(s);
    setitimer(ITIMER_REAL, &none, NULL);
    sigpending(&pending);
    frexp(x, &exponent);
    return 0;
}
