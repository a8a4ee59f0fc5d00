/* heddle: reach=FALSE race=FALSE; engines: explore */
/* The classic: every thread gets the address of the loop's counter. */
#include <assert.h>
#include <pthread.h>

int seen[3];

static void *thread(void *argument)
{
    int mine = *(int *)argument;
    if (mine < 2)
        seen[mine] = 1;
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int i;
    for (i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, thread, &i);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(seen[0] && seen[1]);
    return 0;
}
