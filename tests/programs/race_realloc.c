/* heddle: race=FALSE; engines: explore */
/* A vector grows under a lock; a reader uses the old pointer without it. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *vector, sum;

static void *reader(void *unused)
{
    pthread_mutex_lock(&m);
    int *v = vector;
    pthread_mutex_unlock(&m);
    sum = v[1];
    return unused;
}

int main(void)
{
    pthread_t t;
    vector = malloc(2 * sizeof *vector);
    vector[0] = vector[1] = 1;
    pthread_create(&t, NULL, reader, NULL);
    pthread_mutex_lock(&m);
    vector = realloc(vector, 4 * sizeof *vector);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
