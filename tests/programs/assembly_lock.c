/* heddle: reach=TRUE race=TRUE; engines: explore */
/* A spin lock by xchg and mov in inline assembly, and a counter by a locked instruction. */
#include <assert.h>
#include <pthread.h>

static int lock, counted, count;

static void enter(void)
{
    int taken;
    do {
        taken = 1;
        __asm__ volatile("xchgl %0, %1" : "+r"(taken), "+m"(lock) : : "memory");
        __asm__ volatile("pause" ::: "memory");
    } while (taken);
}

static void leave(void) { __asm__ volatile("movl %1, %0" : "=m"(lock) : "i"(0) : "memory"); }

static void *thread(void *unused)
{
    enter();
    count++;
    leave();
    __asm__ volatile("lock; incl %0" : "+m"(counted) : : "memory");
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 2 && counted == 2);
    return 0;
}
