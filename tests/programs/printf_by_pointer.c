/* heddle: race=TRUE reach=TRUE; engines: explore auto */
/* Printing through a pointer under a lock, and by name besides. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int (*say)(const char *, ...) = printf;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int number;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    say("%d %s\n", ++number, "of two");
    printf("%d\n", number);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, NULL, work, NULL);
    work(NULL);
    pthread_join(id, NULL);
    assert(number == 2);
    return 0;
}
