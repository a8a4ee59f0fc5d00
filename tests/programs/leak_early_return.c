/* heddle: memory=TRUE; engines: explore; options: --leaks=lost */
/* A thread that leaves early frees what it has allocated. */
#include <pthread.h>
#include <stdlib.h>

static int done;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    pthread_mutex_lock(&lock);
    int leave = done;
    pthread_mutex_unlock(&lock);
    if (leave) {
        free(p);
        return unused;
    }
    free(p);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    done = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
