/* heddle: reach=TRUE race=TRUE memory=TRUE overflow=TRUE locks=TRUE */
/* A queue of jobs with copies of texts, whose tail is the address of the last link; it is the head's again when the last job is taken. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct job {
    char *text;
    struct job *next;
};
static struct job *head, **tail = &head;
static int closed;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void submit(const char *text)
{
    struct job *j = malloc(sizeof *j);
    if (!j)
        exit(1);
    j->text = strdup(text);
    j->next = NULL;
    pthread_mutex_lock(&m);
    *tail = j;
    tail = &j->next;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
}
static void *worker(void *a)
{
    for (;;) {
        pthread_mutex_lock(&m);
        while (!head && !closed)
            pthread_cond_wait(&c, &m);
        struct job *j = head;
        if (j) {
            head = j->next;
            if (!head)
                tail = &head;
        }
        pthread_mutex_unlock(&m);
        if (!j)
            return a;
        printf("%s\n", j->text ? j->text : "");
        free(j->text);
        free(j);
    }
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    submit("one");
    submit("two");
    pthread_mutex_lock(&m);
    closed = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
