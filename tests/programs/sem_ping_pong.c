/* heddle: reach=TRUE race=TRUE; engines: explore; options: -m32 */
/* Two semaphores pass the turn to and fro. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t ping, pong;
int ball;

static void *player(void *unused)
{
    for (int i = 0; i < 3; i++) {
        sem_wait(&ping);
        assert(ball == 2 * i + 1);
        ball++;
        sem_post(&pong);
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&ping, 0, 0);
    sem_init(&pong, 0, 0);
    pthread_create(&t, NULL, player, NULL);
    for (int i = 0; i < 3; i++) {
        ball++;
        sem_post(&ping);
        sem_wait(&pong);
        assert(ball == 2 * i + 2);
    }
    pthread_join(t, NULL);
    return 0;
}
