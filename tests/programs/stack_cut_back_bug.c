/* heddle: memory=FALSE; engines: explore */
/* Memory from alloca ends with the function that called it, and a thread still uses it. */
#include <alloca.h>
#include <pthread.h>

static pthread_t t;

static void *increment(void *p)
{
    ++*(int *)p;
    return 0;
}

static void start(int n)
{
    int *numbers = alloca((unsigned)n * sizeof *numbers);
    numbers[0] = n;
    pthread_create(&t, 0, increment, numbers);
}

int main(int argc, char **argv)
{
    (void)argv;
    start(argc > 2 ? 3 : 2);
    pthread_join(t, 0);
    return 0;
}
