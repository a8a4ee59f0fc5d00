/* heddle: reach=FALSE */
/* Two flags that are looked at before they are set keep nobody out. */
#include <assert.h>
#include <pthread.h>
_Atomic int a = 0;
_Atomic int b = 0;
_Atomic int inside = 0;
static void *first(void *u)
{
    if (b == 0) {
        a = 1;
        inside++;
        assert(inside == 1);
        inside--;
        a = 0;
    }
    return u;
}
static void *second(void *u)
{
    if (a == 0) {
        b = 1;
        inside++;
        inside--;
        b = 0;
    }
    return u;
}
int main(void)
{
    pthread_t t, s;
    pthread_create(&t, 0, first, 0);
    pthread_create(&s, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(s, 0);
}
