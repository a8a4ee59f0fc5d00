/* heddle: memory=TRUE overflow=TRUE; engines: auto */
/* Lines of a ring buffer, written by snprintf within their width. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#define LINES 4
#define WIDTH 24
static char lines[LINES][WIDTH];
static unsigned next;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void note(const char *who, int code)
{
    pthread_mutex_lock(&lock);
    snprintf(lines[next % LINES], WIDTH, "%s: %d", who, code);
    next++;
    pthread_mutex_unlock(&lock);
}
static void *worker(void *arg)
{
    for (int i = 0; i < 3; i++)
        note(arg, i);
    return NULL;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, worker, "reader");
    pthread_create(&t[1], NULL, worker, "writer");
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    for (unsigned i = 0; i < LINES; i++)
        puts(lines[i]);
    return 0;
}
