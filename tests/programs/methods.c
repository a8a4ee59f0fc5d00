/* heddle: reach=TRUE race=TRUE; engines: explore */
/* Objects with function pointers inside, called from two threads. */
#include <assert.h>
#include <pthread.h>

struct shape {
    int (*area)(const struct shape *);
    int a, b;
};
static int square(const struct shape *s) { return s->a * s->a; }
static int rectangle(const struct shape *s) { return s->a * s->b; }

struct shape shapes[2] = {{square, 3, 0}, {rectangle, 2, 5}};
int areas[2];

static void *measure(void *argument)
{
    long i = (long)argument;
    areas[i] = shapes[i].area(&shapes[i]);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, measure, (void *)1);
    measure((void *)0);
    pthread_join(t, NULL);
    assert(areas[0] == 9 && areas[1] == 10);
    return 0;
}
