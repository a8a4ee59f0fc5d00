/* heddle: reach=TRUE; engines: guess */
/* What is in a queue of a size that is an input, between its front and its back, was put there. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int n, *queue, front, back;

static void *put(void *p)
{
    for (int i = 0; i < n; i++) {
        int v = __VERIFIER_nondet_int() & 15;
        __VERIFIER_atomic_begin();
        queue[back] = v;
        back++;
        __VERIFIER_atomic_end();
    }
    return p;
}

static void *get(void *p)
{
    for (int i = 0; i < n; i++) {
        int v = 0;
        __VERIFIER_atomic_begin();
        if (front < back) {
            v = queue[front];
            front++;
        }
        __VERIFIER_atomic_end();
        assert(v >= 0 && v < 16);
    }
    return p;
}

int main(void)
{
    pthread_t t, u;
    n = __VERIFIER_nondet_int();
    if (n <= 0 || n >= 1000)
        return 0;
    queue = malloc(n * sizeof *queue);
    if (!queue)
        return 0;
    pthread_create(&t, NULL, put, NULL);
    pthread_create(&u, NULL, get, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
