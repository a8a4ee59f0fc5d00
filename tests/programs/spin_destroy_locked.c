/* heddle: locks=FALSE reach=TRUE; engines: explore */
/* A spin lock is destroyed while it is locked. */
#include <pthread.h>

int main(void)
{
    pthread_spinlock_t s;
    pthread_spin_init(&s, 0);
    pthread_spin_lock(&s);
    pthread_spin_destroy(&s);
    return 0;
}
