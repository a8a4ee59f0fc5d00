/* heddle: reach=TRUE race=TRUE; engines: explore */
/* A section that needs a lock at its end is not entered while the lock is held: its accesses do not meet those under the lock. */
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *thread(void *arg)
{
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    __VERIFIER_atomic_begin();
    for (int i = 0; i < 2; i++)
        x = 1;
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    __VERIFIER_atomic_end();
    return 0;
}
