/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* A reader gives the room back as a writer does, while others read. */
#include <pthread.h>
#include <semaphore.h>
static int shared, readers;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t room;
static void enter(void)
{
    pthread_mutex_lock(&m);
    if (!readers)
        sem_wait(&room);
    readers++;
    pthread_mutex_unlock(&m);
}
static void leave(void)
{
    pthread_mutex_lock(&m);
    readers--;
    if (readers == 0)
        sem_post(&room);
    pthread_mutex_unlock(&m);
}
static void *reader(void *unused)
{
    enter();
    int seen = shared;
    sem_post(&room);
    return seen ? unused : NULL;
}
static void *writer(void *unused)
{
    sem_wait(&room);
    shared++;
    sem_post(&room);
    return unused;
}
int main(void)
{
    pthread_t a, b, c;
    sem_init(&room, 0, 1);
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_create(&c, NULL, writer, NULL);
    return 0;
}
