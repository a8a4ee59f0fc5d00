/* heddle: memory=TRUE overflow=TRUE; engines: auto */
/* Threads append to a buffer that grows by realloc, under its lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct log {
    pthread_mutex_t lock;
    char *text;
    size_t length, capacity;
};
static struct log log_ = {.lock = PTHREAD_MUTEX_INITIALIZER};
static void append(struct log *l, const char *s)
{
    size_t n = strlen(s);
    pthread_mutex_lock(&l->lock);
    if (l->length + n + 1 > l->capacity) {
        size_t wanted = l->capacity ? l->capacity * 2 : 16;
        while (wanted < l->length + n + 1)
            wanted *= 2;
        char *p = realloc(l->text, wanted);
        if (!p) {
            pthread_mutex_unlock(&l->lock);
            return;
        }
        l->text = p;
        l->capacity = wanted;
    }
    memcpy(l->text + l->length, s, n + 1);
    l->length += n;
    pthread_mutex_unlock(&l->lock);
}
static void *worker(void *arg)
{
    for (int i = 0; i < 2; i++)
        append(&log_, arg);
    return NULL;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, "hello ");
    pthread_create(&b, NULL, worker, "world ");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    append(&log_, "end\n");
    fputs(log_.text, stdout);
    free(log_.text);
    return 0;
}
