/* heddle: reach=TRUE race=FALSE; engines: explore */
/* One thread reads the id that main is about to store. */
#include <pthread.h>

pthread_t second;

static void *first_thread(void *unused)
{
    return second ? &second : unused;
}

static void *second_thread(void *unused) { return unused; }

int main(void)
{
    pthread_t first;
    pthread_create(&first, NULL, first_thread, NULL);
    pthread_create(&second, NULL, second_thread, NULL);
    return 0;
}
