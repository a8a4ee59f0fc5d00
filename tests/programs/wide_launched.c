/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* All threads begin with one function, which runs what it finds in its argument and is not small: each creation has a copy of it, so that it is known who runs what. */
#include <pthread.h>
#include <stdlib.h>
#define ONE(n) case n: exit(job->number * n + n); break;
#define TEN(n) ONE(n) ONE(n + 1) ONE(n + 2) ONE(n + 3) ONE(n + 4) ONE(n + 5) ONE(n + 6) ONE(n + 7) ONE(n + 8) ONE(n + 9)
struct job { void (*run)(void); int number; };
static int first, second;
static void one(void) { first++; }
static void two(void) { second++; }
static void *begin(void *argument)
{
    struct job *job = argument;
    switch (job->number) {
    TEN(10) TEN(20) TEN(30) TEN(40) TEN(50) TEN(60) TEN(70)
    default: break;
    }
    job->run();
    return NULL;
}
static void launch(void (*run)(void), int number)
{
    pthread_t t;
    struct job *job = malloc(sizeof *job);
    if (!job)
        exit(1);
    job->run = run;
    job->number = number;
    pthread_create(&t, NULL, begin, job);
}
int main(void)
{
    launch(one, 1);
    launch(two, 2);
    return 0;
}
