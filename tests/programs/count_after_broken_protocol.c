/* heddle: reach=FALSE; engines: explore */
/* As count_after_protocol.c, but the second thread gives way to nobody: an increment can be lost. No engine may prove it. */
#include <assert.h>
#include <pthread.h>

static int wants[2], turn, count;

static void *first(void *unused)
{
    wants[0] = 1;
    turn = 1;
    while (wants[1] && turn == 1) {
    }
    count++;
    wants[0] = 0;
    return unused;
}

static void *second(void *unused)
{
    wants[1] = 1;
    turn = 0;
    while (wants[0] && turn == 1) {
    }
    count++;
    wants[1] = 0;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(count == 2);
    return 0;
}
