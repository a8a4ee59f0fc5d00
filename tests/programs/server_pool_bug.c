/* heddle: race=FALSE; engines: random */
/* Connections go through a queue to a pool of workers, which count what they read. The queue has a lock; the count has none. */
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { WORKERS = 3, MOST_WAITING = 64 };

struct job {
    int file;
    struct job *next;
};

static struct job *first, *last;
static int waiting;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static unsigned long received;

static int put(int file)
{
    struct job *j = malloc(sizeof *j);
    j->file = file;
    j->next = NULL;
    pthread_mutex_lock(&lock);
    int full = waiting >= MOST_WAITING;
    if (!full) {
        if (last)
            last->next = j;
        else
            first = j;
        last = j;
        waiting++;
        pthread_cond_signal(&more);
    }
    pthread_mutex_unlock(&lock);
    if (full)
        free(j);
    return full;
}

static int take(void)
{
    pthread_mutex_lock(&lock);
    while (!first)
        pthread_cond_wait(&more, &lock);
    struct job *j = first;
    first = j->next;
    if (!first)
        last = NULL;
    waiting--;
    pthread_mutex_unlock(&lock);
    int file = j->file;
    free(j);
    return file;
}

static void *worker(void *unused)
{
    char bytes[256];
    int file;
    while ((file = take()) >= 0) {
        long n = read(file, bytes, sizeof bytes);
        if (n > 0)
            received += (unsigned long)n;
        close(file);
    }
    return unused;
}

int main(void)
{
    pthread_t threads[WORKERS];
    struct sockaddr_in address;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    if (listener < 0)
        return 1;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 16))
        return 1;
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (;;) {
        int file = accept(listener, NULL, NULL);
        if (file >= 0 && put(file))
            close(file);
    }
}
