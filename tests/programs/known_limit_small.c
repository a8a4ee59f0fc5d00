/* heddle: reach=FALSE; engines: explore */
/* The limit that main computes beside its threads is one too small: the schedule has the loop that computes it. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

#define ROUNDS 8

static int a = 1, b = 1;
static int previous, current = 1; /* main's own, though they look shared */

static void *first(void *unused)
{
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        __VERIFIER_atomic_begin();
        a += b;
        __VERIFIER_atomic_end();
    }
    return 0;
}

static void *second(void *unused)
{
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        __VERIFIER_atomic_begin();
        b += a;
        __VERIFIER_atomic_end();
    }
    return 0;
}

static int limit(void)
{
    for (int i = 0; i < 2 * ROUNDS + 1; i++) {
        int next = previous + current;
        previous = current;
        current = next;
    }
    return current;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    int most = limit();
    most--;
    assert(a <= most && b <= most);
    return 0;
}
