/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* All threads begin with one function, which runs the job that it is given; a function around their creation allocates it. Each job has variables of its own. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
struct job { void (*run)(void *); void *data; };
static long first, second;
static void *begin(void *argument)
{
    struct job *j = argument;
    j->run(j->data);
    free(j);
    return NULL;
}
static void *allocate(size_t size)
{
    void *memory = malloc(size);
    if (!memory) {
        for (int k = 0; k < 3; k++)
            fprintf(stderr, "there is no memory: %d of 3, %ld bytes\n", k, (long)size);
        exit(1);
    }
    return memory;
}
static pthread_t start(void (*run)(void *), void *data)
{
    pthread_t t;
    struct job *j = allocate(sizeof *j);
    j->run = run;
    j->data = data;
    for (int tries = 0; pthread_create(&t, NULL, begin, j); tries++) {
        fprintf(stderr, "no thread\n");
        if (tries == 3)
            exit(1);
    }
    return t;
}
static void one(void *data) { ++*(long *)data; first++; }
static void two(void *data) { ++*(long *)data; second++; }
int main(void)
{
    static long a, b;
    pthread_t s = start(one, &a), t = start(two, &b);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    return 0;
}
