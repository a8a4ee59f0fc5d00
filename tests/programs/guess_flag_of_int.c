/* heddle: reach=TRUE; engines: guess */
/* That an array is filled is told by an `int` that is 0 or 1: a flag like any of one bit. */
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int n;
int row[1000];
_Atomic int filled;
static void *fill(void *u)
{
    for (int i = 0; i < n; i++)
        row[i] = i;
    filled = 1;
    return u;
}
static void *look(void *u)
{
    if (filled)
        for (int i = 0; i < n; i++)
            assert(row[i] == i);
    return u;
}
int main(void)
{
    pthread_t a, b;
    n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    pthread_create(&a, 0, fill, 0);
    pthread_create(&b, 0, look, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
