/* heddle: deadlock=TRUE; engines: explore bounded; options: --condvars=signalled */
/* Two threads take turns: each signal wakes the one that waits, never the one that sent it and waits later. */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int turn;

static void *player(void *argument)
{
    int me = argument != NULL;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        while (turn != me)
            pthread_cond_wait(&c, &m);
        turn = !me;
        pthread_cond_signal(&c);
        pthread_mutex_unlock(&m);
    }
    return NULL;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, player, NULL);
    pthread_create(&u, NULL, player, &turn);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
