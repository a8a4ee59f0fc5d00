/* heddle: reach=TRUE; engines: monotone */
/* Dekker's algorithm for two threads. */
#define OWN_MAIN
#include "any.h"
static int want1, want2, turn, inside;

static void *thread(void *argument)
{
    want1 = 1;
    while (want2)
        if (turn != 0) {
            want1 = 0;
            while (turn != 0)
                ;
            want1 = 1;
        }
    inside = 1;
    assert(inside == 1);
    turn = 1;
    want1 = 0;
    return argument;
}

static void *second(void *argument)
{
    want2 = 1;
    while (want1)
        if (turn != 1) {
            want2 = 0;
            while (turn != 1)
                ;
            want2 = 1;
        }
    inside = 2;
    assert(inside == 2);
    turn = 0;
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
