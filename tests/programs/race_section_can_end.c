/* heddle: race=FALSE; engines: explore */
/* One way through the section fails an assumption, another gets to its end: the write in it races. */
#include <pthread.h>
extern void __VERIFIER_assume(int);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x, rounds;

void *thread(void *arg)
{
    (void)arg;
    x++;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, thread, 0);
    __VERIFIER_atomic_begin();
    for (int i = 0; i < 2; i++) {
        x = 1;
        if (__VERIFIER_nondet_uchar() == 7)
            rounds++;
    }
    __VERIFIER_assume(rounds == 2);
    __VERIFIER_atomic_end();
    return 0;
}
