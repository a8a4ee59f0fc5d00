/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* A procedure that finds no thread leaves none behind. Here there is one before, and it may be left alone: what comes behind the procedure is not behind the end of the thread. */
#include <pthread.h>
#include <stdlib.h>

static pthread_t id;
static int total;

static void *work(void *argument)
{
    total++;
    return argument;
}

static void launch(int n)
{
    int m = n;
    while (m > 1) {
        m = m % 2 ? 3 * m + 1 : m / 2;
        if (m % 7 == 3)
            m ^= n;
        if (m > 1000)
            m -= n * 3 + 1;
        if (m % 11 == 5)
            m = m * 5 / 3 - n;
        if (m > 5000 && m % 3)
            m /= n | 1;
    }
    if (m == 77)
        abort();
    pthread_create(&id, NULL, work, NULL);
}

static void sometimes(int n)
{
    int m = n;
    while (m > 1) {
        m = m % 2 ? 3 * m + 1 : m / 2;
        if (m % 7 == 3)
            m ^= n;
        if (m > 1000)
            m -= n * 3 + 1;
        if (m % 11 == 5)
            m = m * 5 / 3 - n;
        if (m > 5000 && m % 3)
            m /= n | 1;
    }
    if (m == 2) {
        pthread_join(id, NULL);
        launch(n);
        pthread_join(id, NULL);
    }
}

static void outer(int n)
{
    int m = n;
    while (m > 1) {
        m = m % 2 ? 3 * m + 1 : m / 2;
        if (m % 7 == 3)
            m ^= n;
        if (m > 1000)
            m -= n * 3 + 1;
        if (m % 11 == 5)
            m = m * 5 / 3 - n;
        if (m > 5000 && m % 3)
            m /= n | 1;
    }
    sometimes(m);
}

int main(int argc, char **argv)
{
    (void)argv;
    launch(argc);
    outer(argc);
    total++;
    return total;
}
