/* heddle: reach=FALSE; engines: explore */
/* Any number of threads, as many as an input says: two that are created one after the other are given the same slot. */
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int slot[20];

static void *thread(void *argument)
{
    int mine = (int)(long)argument, value = __VERIFIER_nondet_int();
    slot[mine] = value;
    if (slot[mine] != value)
        reach_error();
    return 0;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 20)
        return 0;
    for (int i = 0; i < n; i++) {
        pthread_t t;
        pthread_create(&t, 0, thread, (void *)(long)(i / 2));
    }
    return 0;
}
