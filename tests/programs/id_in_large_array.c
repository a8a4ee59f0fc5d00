/* heddle: reach=FALSE; engines: explore */
/* Two threads of one kind leave their ids in an array that is too large to be looked at slot by slot. */
#include <assert.h>
#include <pthread.h>

pthread_t visitors[70000], second;
int place;

static void *visit(void *unused)
{
    visitors[place] = pthread_self();
    return unused;
}

int main(void)
{
    pthread_t first;
    pthread_create(&first, NULL, visit, NULL);
    pthread_create(&second, NULL, visit, NULL);
    place = 60000;
    assert(visitors[place] != second);
    return 0;
}
