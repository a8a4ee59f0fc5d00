/* heddle: reach=TRUE; engines: monotone */
/* Peterson's algorithm for two threads. */
#define OWN_MAIN
#include "any.h"
static int want1, want2, turn, inside;

static void *thread(void *argument)
{
    want1 = 1;
    turn = 1;
    while (want2 && turn == 1)
        ;
    inside = 1;
    assert(inside == 1);
    want1 = 0;
    return argument;
}

static void *second(void *argument)
{
    want2 = 1;
    turn = 0;
    while (want1 && turn == 0)
        ;
    inside = 2;
    assert(inside == 2);
    want2 = 0;
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, thread, 0);
    pthread_create(&b, 0, second, 0);
    return 0;
}
