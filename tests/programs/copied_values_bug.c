/* heddle: reach=FALSE; engines: explore bounded modular cartesian */
/* Arbitrary values are passed around, and three different ones are too many. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

int a, b;

static void *thread(void *unused)
{
    int mine = __VERIFIER_nondet_int();
    if (mine == 0 || mine == 7)
        return unused;
    if (a == 0)
        a = mine;
    else if (b == 0 && a != mine)
        b = mine;
    else
        assert(mine == a || mine == b);
    return unused;
}

int main(void)
{
    pthread_t id;
    for (int i = 0; i < 3; i++)
        pthread_create(&id, NULL, thread, NULL);
    return 0;
}
