/* heddle: memory=TRUE overflow=TRUE; engines: flow */
/* Formats and names of files are literals: they end, so there is nothing to ask about them, and intervals prove the rest. */
#include <pthread.h>
#include <stdio.h>

static int queue[4], count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *put(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    if (count < 4)
        queue[count++] = 1;
    else
        printf("the queue is full, %s\n", "alas");
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    FILE *file = fopen("queue.txt", "r");
    pthread_create(&a, NULL, put, NULL);
    pthread_create(&b, NULL, put, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("%d are in the queue\n", count);
    if (file)
        fclose(file);
    return 0;
}
