/* heddle: reach=TRUE; engines: explore */
/* Peterson's algorithm for three: two levels, at each somebody waits. */
#include <assert.h>
#include <pthread.h>

enum { N = 3 };
int level[N], last[N], inside;

static int somebody_ahead(int me, int l)
{
    for (int k = 0; k < N; k++)
        if (k != me && level[k] >= l)
            return 1;
    return 0;
}

static void *thread(void *argument)
{
    int me = (int)(long)argument;
    for (int l = 1; l < N; l++) {
        level[me] = l;
        last[l] = me;
        while (last[l] == me && somebody_ahead(me, l))
            ;
    }
    inside++;
    assert(inside == 1);
    inside--;
    level[me] = 0;
    return NULL;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, thread, (void *)1);
    pthread_create(&u, NULL, thread, (void *)2);
    thread((void *)0);
    return 0;
}
