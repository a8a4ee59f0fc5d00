/* heddle: reach=FALSE; engines: explore */
/* Two threads add to each other's sum, twelve times each. The largest sum is one more than allowed. */
#include <assert.h>
#include <pthread.h>

int left = 1, right = 1;

static void *add_left(void *unused)
{
    for (int k = 0; k < 12; k++) {
        __VERIFIER_atomic_begin();
        left += right;
        __VERIFIER_atomic_end();
    }
    return unused;
}

static void *add_right(void *unused)
{
    for (int k = 0; k < 12; k++) {
        __VERIFIER_atomic_begin();
        right += left;
        __VERIFIER_atomic_end();
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, add_left, 0);
    pthread_create(&b, 0, add_right, 0);
    assert(left <= 121392);
    return 0;
}
