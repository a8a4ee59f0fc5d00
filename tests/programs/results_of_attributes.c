/* heddle: reach=TRUE; engines: explore */
/* What attributes and the like refuse, as glibc does. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

int main(void)
{
    pthread_attr_t a;
    pthread_mutexattr_t m;
    pthread_rwlockattr_t r;
    pthread_barrier_t b;
    struct timespec wrong = {0, -1}, right = {0, 1};
    void *memory;
    int kind;
    pthread_attr_init(&a);
    assert(pthread_attr_setdetachstate(&a, 2) == EINVAL && pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED) == 0);
    assert(pthread_attr_setstacksize(&a, 16383) == EINVAL && pthread_attr_setstacksize(&a, 1 << 20) == 0);
    assert(pthread_attr_setscope(&a, PTHREAD_SCOPE_PROCESS) == ENOTSUP);
    pthread_mutexattr_init(&m);
    assert(pthread_mutexattr_settype(&m, 4) == EINVAL && pthread_mutexattr_setpshared(&m, 2) == EINVAL);
    pthread_rwlockattr_init(&r);
    assert(pthread_rwlockattr_setkind_np(&r, 3) == EINVAL && pthread_rwlockattr_setkind_np(&r, 2) == 0);
    assert(pthread_rwlockattr_getkind_np(&r, &kind) == 0 && kind == 2);
    assert(pthread_barrier_init(&b, NULL, 0) == EINVAL && pthread_barrier_init(&b, NULL, 0x7fffffff) == EINVAL);
    assert(posix_memalign(&memory, 3, 8) == EINVAL && posix_memalign(&memory, 16, 8) == 0);
    assert(realloc(malloc(4), 0) == NULL);
    assert(nanosleep(&wrong, NULL) == -1 && errno == EINVAL && nanosleep(&right, NULL) == 0);
    assert(thrd_sleep(&wrong, NULL) < 0 && pthread_setcancelstate(2, NULL) == EINVAL);
    assert(clock_gettime(99, &right) == -1);
    return 0;
}
