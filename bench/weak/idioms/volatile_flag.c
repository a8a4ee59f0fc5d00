/* volatile orders nothing in C: a race. x86 keeps the order of the stores and that of the loads (Owens, Sarkar, Sewell, TPHOLs 2009).
   ask: race c11 FALSE
   ask: reach tso TRUE
   ask: reach tso FALSE DEKKER
   ask: reach sc TRUE DEKKER
*/
#include <assert.h>
#include <pthread.h>

static volatile int flag, data;
static int a, b;

static void *first(void *p)
{
#ifdef DEKKER
    flag = 1;
    a = data;
#else
    data = 1;
    flag = 1;
#endif
    return p;
}

static void *second(void *p)
{
#ifdef DEKKER
    data = 1;
    b = flag;
#else
    if (flag)
        assert(data == 1);
#endif
    return p;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, first, 0);
    pthread_create(&t, 0, second, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
#ifdef DEKKER
    assert(a || b);
#endif
    return 0;
}
