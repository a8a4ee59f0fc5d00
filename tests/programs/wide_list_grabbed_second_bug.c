/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* The second of the lines that were taken goes into another list, whose elements others have. */
#include <pthread.h>
#include <stdlib.h>

struct line {
    struct line *next;
    int number, written;
};

static struct line *lines, **end = &lines;
static struct line *others;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;
static int stop;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;

static void add(int n)
{
    struct line *l = malloc(sizeof *l);
    l->number = n;
    l->next = NULL;
    pthread_mutex_lock(&guard);
    *end = l;
    end = &l->next;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&guard);
}

static void *write_all(void *unused)
{
    for (int last = 0; !last;) {
        pthread_mutex_lock(&guard);
        while (!lines && !stop)
            pthread_cond_wait(&filled, &guard);
        struct line *l = lines;
        lines = NULL;
        end = &lines;
        last = stop;
        pthread_mutex_unlock(&guard);
        if (l && l->next) {
            pthread_mutex_lock(&second);
            others = l->next;
            pthread_mutex_unlock(&second);
        }
        pthread_mutex_lock(&second);
        struct line *o = others;
        if (o)
            others = o->next;
        pthread_mutex_unlock(&second);
        if (o)
            o->written++;
        while (l) {
            struct line *next = l->next;
            l->written += l->number;
            free(l);
            l = next;
        }
    }
    return unused;
}

static void *client(void *unused)
{
    for (int i = 0; i < 10; i++)
        add(i);
    return unused;
}

int main(void)
{
    pthread_t writer, other, a, b;
    pthread_create(&writer, NULL, write_all, NULL);
    pthread_create(&other, NULL, write_all, NULL);
    pthread_create(&a, NULL, client, NULL);
    pthread_create(&b, NULL, client, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_mutex_lock(&guard);
    stop = 1;
    pthread_cond_broadcast(&filled);
    pthread_mutex_unlock(&guard);
    pthread_join(writer, NULL);
    pthread_join(other, NULL);
    return 0;
}
