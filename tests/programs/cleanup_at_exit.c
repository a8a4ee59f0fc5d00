/* heddle: reach=TRUE; engines: explore */
/* Handlers of pthread_cleanup_push run at pthread_exit, the last one first; the thread's result stays. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int log_[8], n;
static void note(void *p) { log_[n++] = (int)(long)p; }
static void inner(int x)
{
    if (x)
        pthread_exit((void *)7);
}
static void *work(void *a)
{
    for (int i = 0; i < 2; i++) {
        pthread_cleanup_push(note, (void *)(long)(10 + i));
        pthread_cleanup_push(note, (void *)(long)(20 + i));
        inner(i);
        pthread_cleanup_pop(0);
        pthread_cleanup_pop(1);
    }
    note((void *)99);
    return NULL;
}
int main(void)
{
    pthread_t t;
    void *r;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, &r);
    assert(n == 3 && log_[0] == 10 && log_[1] == 21 && log_[2] == 11);
    assert(r == (void *)7);
    return 0;
}
