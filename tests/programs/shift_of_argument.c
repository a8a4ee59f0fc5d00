/* heddle: overflow=TRUE memory=TRUE race=TRUE; engines: bounded */
/* A bit whose number comes from the command line is set where an int has room for it. */
#include <stdio.h>
#include <stdlib.h>
#include <pthread.h>
static unsigned mask;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *set(void *arg)
{
    int bit = *(int *)arg;
    if (bit < 0 || bit > 31)
        return NULL;
    pthread_mutex_lock(&m);
    mask |= 1u << bit;
    pthread_mutex_unlock(&m);
    return NULL;
}
int main(int argc, char **argv)
{
    pthread_t t;
    int bit = argc > 1 ? atoi(argv[1]) : 3;
    pthread_create(&t, NULL, set, &bit);
    pthread_join(t, NULL);
    printf("%x\n", mask);
    return 0;
}
