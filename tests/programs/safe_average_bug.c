/* heddle: overflow=FALSE; engines: auto */
/* A mean of samples, before there need be any. */
#include <pthread.h>
static int sum, n;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *sample(void *arg)
{
    pthread_mutex_lock(&lock);
    sum += *(int *)arg;
    n++;
    pthread_mutex_unlock(&lock);
    return 0;
}
int main(void)
{
    pthread_t t[2];
    int v[2] = {10, 20}, average;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, sample, &v[i]);
    pthread_mutex_lock(&lock);
    average = sum / n;
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return average;
}
