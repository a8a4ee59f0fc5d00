/* Z6.U of Lahav and others, "Repairing Sequential Consistency in C/C++11" (PLDI 2017, section 2): seq_cst accesses beside weaker ones to the same location.
   RC11 allows the outcome, which x86 does not show.
   ask: reach c11 FALSE
   ask: reach c11 TRUE ALL
   ask: reach tso TRUE
   ask: reach sc TRUE
*/
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef ALL
#define WEAK_STORE memory_order_seq_cst
#define WEAK_LOAD memory_order_seq_cst
#else
#define WEAK_STORE memory_order_release
#define WEAK_LOAD memory_order_relaxed
#endif

static atomic_int x, y;
static int a, b, c;

static void *first(void *p)
{
    atomic_store_explicit(&x, 1, memory_order_seq_cst);
    atomic_store_explicit(&y, 1, WEAK_STORE);
    return p;
}

static void *second(void *p)
{
    b = atomic_fetch_add_explicit(&y, 1, memory_order_seq_cst);
    c = atomic_load_explicit(&y, WEAK_LOAD);
    return p;
}

static void *third(void *p)
{
    atomic_store_explicit(&y, 3, memory_order_seq_cst);
    a = atomic_load_explicit(&x, memory_order_seq_cst);
    return p;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], 0, first, 0);
    pthread_create(&t[1], 0, second, 0);
    pthread_create(&t[2], 0, third, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    assert(!(a == 0 && b == 1 && c == 3));
    return 0;
}
