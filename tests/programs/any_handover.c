/* heddle: reach=TRUE; engines: monotone */
/* A value goes through the hands of four threads: what holds at the end is known only from what each of them did. */
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static unsigned source, first, second, result;
static int stage;

static void take(int wanted)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(stage == wanted);
    stage = wanted + 1;
    __VERIFIER_atomic_end();
}

static void *thread(void *unused)
{
    switch (__VERIFIER_nondet_uint() % 4) {
    case 0:
        take(0);
        source = __VERIFIER_nondet_uint();
        stage = 2;
        break;
    case 1:
        take(2);
        first = source + 1;
        stage = 4;
        break;
    case 2:
        take(4);
        second = first * 2;
        stage = 6;
        break;
    default:
        take(6);
        result = second - 2;
        assert(result == 2 * source);
        stage = 0;
    }
    return unused;
}

int main(void)
{
    pthread_t id;
    while (1)
        pthread_create(&id, 0, thread, 0);
}
