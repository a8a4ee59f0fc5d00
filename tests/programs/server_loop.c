/* heddle: reach=TRUE race=TRUE locks=TRUE; engines: explore */
/* A thread that serves for ever; the program ends when main does. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int request, answer;

static void *server(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&m);
        if (request) {
            answer = request * 2;
            request = 0;
        }
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    int got = 0;
    pthread_create(&t, NULL, server, NULL);
    pthread_mutex_lock(&m);
    request = 4;
    pthread_mutex_unlock(&m);
    while (!got) {
        pthread_mutex_lock(&m);
        got = answer;
        pthread_mutex_unlock(&m);
    }
    assert(got == 8);
    return 0;
}
