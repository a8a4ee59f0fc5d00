/* heddle: reach=TRUE; engines: bounded */
/* Bounds of what the system says. */
#include <assert.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    struct timespec now;
    assert(time(NULL) >= 0 && getpid() > 0 && clock() >= -1);
    assert(clock_gettime(CLOCK_REALTIME, &now) == 0 && now.tv_nsec >= 0 && now.tv_nsec < 1000000000);
    assert(clock_gettime(CLOCK_MONOTONIC, &now) == 0 && now.tv_sec >= 0);
    return 0;
}
