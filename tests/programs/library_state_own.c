/* heddle: race=TRUE; engines: bounded */
/* Without state of the library's own: a buffer is given to tmpnam, the environment is only read, and random, unlike rand, keeps others out. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void *work(void *unused)
{
    char name[L_tmpnam];
    getenv("HOME");
    tmpnam(name);
    tzset();
    random();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
