/* heddle: reach=TRUE; engines: explore flow; options: --domain values */
/* Two threads exclude each other by flags and a turn, and count; whoever has joined both finds both counts. What the joined threads
 * have counted depends on which of them have ended. */
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
    while (wants[0] && turn == 0) {
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
