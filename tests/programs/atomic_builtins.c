/* heddle: reach=TRUE race=TRUE; engines: explore; options: -m32 */
/* The __sync and __atomic builtins on plain objects. */
#include <assert.h>
#include <pthread.h>

int count;
short small;
unsigned long long wide;
int lock;

static void *thread(void *unused)
{
    while (__sync_lock_test_and_set(&lock, 1))
        ;
    small = (short)(small + 1);
    __sync_lock_release(&lock);
    __sync_fetch_and_add(&count, 1);
    __atomic_add_fetch(&wide, 0x100000000ULL, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(__sync_val_compare_and_swap(&count, 2, 9) == 2 && count == 9);
    assert(__atomic_load_n(&wide, __ATOMIC_ACQUIRE) == 0x200000000ULL);
    assert(small == 2);
    __sync_synchronize();
    return 0;
}
