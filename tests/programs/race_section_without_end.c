/* heddle: race=TRUE; engines: explore */
/* A section that waits for ever in a loop is never entered: the write in it is not about to happen, nor what follows it. */
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x, go;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *thread(void *arg)
{
    x++;
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    pthread_mutex_lock(&m);
    __VERIFIER_atomic_begin();
    x = 1;
    while (!go)
        pthread_cond_wait(&c, &m);
    __VERIFIER_atomic_end();
    pthread_mutex_unlock(&m);
    x = 2;
    return 0;
}
