/* heddle: memory=TRUE overflow=TRUE; engines: auto */
/* A queue with a pointer to where the next message is linked: to the head again when it is empty. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct message {
    struct message *next;
    char text[16];
};
static struct message *first, **last = &first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t some = PTHREAD_COND_INITIALIZER;
static void send(const char *text)
{
    struct message *m = malloc(sizeof *m);
    if (!m)
        return;
    strncpy(m->text, text, sizeof m->text - 1);
    m->text[sizeof m->text - 1] = 0;
    m->next = NULL;
    pthread_mutex_lock(&lock);
    *last = m;
    last = &m->next;
    pthread_cond_signal(&some);
    pthread_mutex_unlock(&lock);
}
static struct message *receive(void)
{
    pthread_mutex_lock(&lock);
    while (!first)
        pthread_cond_wait(&some, &lock);
    struct message *m = first;
    first = m->next;
    if (!first)
        last = &first;
    pthread_mutex_unlock(&lock);
    return m;
}
static void *consumer(void *arg)
{
    for (int i = 0; i < 2; i++) {
        struct message *m = receive();
        size_t n = strlen(m->text);
        *(size_t *)arg += n;
        free(m);
    }
    return NULL;
}
int main(void)
{
    pthread_t t;
    size_t total = 0;
    pthread_create(&t, NULL, consumer, &total);
    send("one");
    send("a rather long message");
    pthread_join(t, NULL);
    return total != 18;
}
