/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* One function has more ways than are followed, and one of them puts a job into the queue twice: two workers get it. */
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct job {
    struct job *next;
    int number, result;
};

static struct queue { struct job *head, *tail; } q;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static void put(struct job *j)
{
    pthread_mutex_lock(&guard);
    j->next = NULL;
    if (!q.head)
        q.head = j;
    else
        q.tail->next = j;
    q.tail = j;
    pthread_mutex_unlock(&guard);
}

static struct job *take(void)
{
    pthread_mutex_lock(&guard);
    struct job *j = q.head;
    if (j) {
        q.head = j->next;
        if (!q.head)
            q.tail = NULL;
    }
    pthread_mutex_unlock(&guard);
    return j;
}

static void *work(void *unused)
{
    struct job *j;
    while ((j = take()))
        j->result += j->number;
    return unused;
}

static void *client(void *unused)
{
    struct job *j = calloc(1, sizeof *j), *a = NULL, *b = NULL, *c = NULL, *d = NULL, *e = NULL, *f = NULL;
    if (!j)
        abort();
    if (__VERIFIER_nondet_int())
        a = j;
    if (__VERIFIER_nondet_int())
        b = j;
    if (__VERIFIER_nondet_int())
        c = j;
    if (__VERIFIER_nondet_int())
        d = j;
    if (__VERIFIER_nondet_int())
        e = j;
    if (__VERIFIER_nondet_int())
        f = j;
    put(j);
    if (a)
        put(a);
    if (b && c && d && e && f)
        put(calloc(1, sizeof *j));
    return unused;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_create(&c, NULL, client, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
