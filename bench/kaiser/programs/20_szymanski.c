/* heddle: reach=TRUE; engines: monotone */
/* Szymanski's algorithm for two threads. */
#define OWN_MAIN
#include "any.h"
static int flag1, flag2, inside;

static void *thread(void *argument)
{
    flag1 = 1;
    while (flag2 >= 3)
        ;
    flag1 = 3;
    if (flag2 == 1) {
        flag1 = 2;
        while (flag2 != 4)
            ;
    }
    flag1 = 4;
    while (flag2 >= 2)
        ;
    inside = 1;
    assert(inside == 1);
    while (2 <= flag2 && flag2 <= 3)
        ;
    flag1 = 0;
    return argument;
}

static void *second(void *argument)
{
    flag2 = 1;
    while (flag1 >= 3)
        ;
    flag2 = 3;
    if (flag1 == 1) {
        flag2 = 2;
        while (flag1 != 4)
            ;
    }
    flag2 = 4;
    while (2 <= flag1 && flag1 <= 3)
        ;
    while (flag1 >= 2)
        ;
    inside = 2;
    assert(inside == 2);
    flag2 = 0;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, second, 0);
    return 0;
}
