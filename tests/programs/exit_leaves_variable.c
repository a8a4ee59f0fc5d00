/* heddle: memory=FALSE; engines: explore auto */
/* When a thread ends, a cleanup handler runs in the function that has pushed it: the functions that were called from there are left, and their variables have ended. */
#include <pthread.h>

static int *last;

static void handler(void *unused)
{
    (void)unused;
    *last = 1;
}

static void finish(void)
{
    int mine = 0;
    last = &mine;
    pthread_exit(&last);
}

static void *work(void *unused)
{
    pthread_cleanup_push(handler, unused);
    finish();
    pthread_cleanup_pop(0);
    return NULL;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, NULL, work, NULL);
    pthread_join(id, NULL);
    return 0;
}
