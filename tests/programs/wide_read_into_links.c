/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pointers of which nothing is known */
/* What is read into the beginning of a structure may be anything behind it: a link leads anywhere. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct piece {
    struct piece *next;
    int *result;
    char data[1];
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct piece *list;
static int result;

static void *work(void *unused)
{
    struct piece *p;
    pthread_mutex_lock(&lock);
    p = list;
    pthread_mutex_unlock(&lock);
    if (p)
        *p->result = p->data[0];
    return unused;
}

int main(void)
{
    pthread_t thread;
    int length = 0;
    pthread_create(&thread, NULL, work, NULL);
    for (int i = 0; i < 10; i++) {
        struct piece *p = malloc(sizeof *p + 99);
        if (!p)
            return 1;
        p->result = &result;
        if (read(0, p, sizeof *p) < 0)
            return 1;
        pthread_mutex_lock(&lock);
        p->next = list;
        list = p;
        for (struct piece *q = list; q; q = q->next)
            length++;
        pthread_mutex_unlock(&lock);
    }
    pthread_join(thread, NULL);
    return result + length;
}
