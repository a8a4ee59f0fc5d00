/* heddle: reach=TRUE race=TRUE; engines: explore bounded */
/* Inline assembly without instructions hides values from an optimiser and changes none of them. */
#include <assert.h>
#include <pthread.h>

int shared = 5;
static int *hidden(int *p)
{
    __asm__("" : "=r"(p) : "0"(p));
    return p;
}

void *add(void *arg)
{
    int *p = hidden(arg);
    *p += 2;
    return 0;
}

int main(void)
{
    pthread_t id;
    int a = 1, b = 2;
    long c = 3;
    pthread_create(&id, 0, add, &shared);
    pthread_join(id, 0);
    __asm__ volatile("" : "+r"(a));
    __asm__ volatile("" : "+r"(a), "+r"(c) : "r"(b) : "memory");
    __asm__ volatile("" : "+m"(b));
    assert(a == 1 && b == 2 && c == 3);
    assert(shared == 7);
    return 0;
}
