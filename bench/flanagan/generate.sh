#!/bin/sh
# Simple(n) of section 1.1 as C: generate.sh THREADS.
cat <<END
#include <assert.h>
#include <pthread.h>
volatile int x = 1;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *p(void *unused)
{
    pthread_mutex_lock(&m);
    x = 0;
    x = x + 1;
    assert(x > 0);
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    pthread_t t[$1];
    for (int i = 0; i < $1; i++)
        pthread_create(&t[i], 0, p, 0);
    for (int i = 0; i < $1; i++)
        pthread_join(t[i], 0);
    return 0;
}
END
