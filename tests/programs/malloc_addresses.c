/* heddle: reach=TRUE; engines: explore bounded */
/* Addresses are aligned for every type, and different in different threads, however a program looks at them. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

uintptr_t quotient[2];

void *thread(void *k)
{
    char *p = malloc(3);
    quotient[(long)k] = (uintptr_t)p / 16;
    assert((uintptr_t)p % 16 == 0);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, thread, (void *)0);
    pthread_create(&b, 0, thread, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(quotient[0] != quotient[1]);
    for (int i = 0; i < 2; i++)
        assert((uintptr_t)malloc(2) % 16 == 0);
    return 0;
}
