/* heddle: memory=TRUE overflow=TRUE; engines: auto */
/* alloca and arrays of variable length, in a loop, with ways out of it, in a function that is called again, and used by threads while they are there. */
#include <alloca.h>
#include <pthread.h>

static void *increment(void *p)
{
    ++*(int *)p;
    return 0;
}

static int with_threads(int n)
{
    int *numbers = alloca((unsigned)n * sizeof *numbers), sum = 0;
    pthread_t t[2];
    for (int i = 0; i < 2; i++) {
        numbers[i] = i;
        pthread_create(&t[i], 0, increment, &numbers[i]);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(t[i], 0);
        sum += numbers[i];
    }
    return sum;
}

static int in_loop(int n)
{
    int sum = 0, *last;
    for (int i = 1; i < n; i++) {
        int array[i];
        last = array;
        last[i - 1] = i;
        if (i == 2)
            continue;
        if (i == 4)
            break;
        sum += *(last + i - 1);
    }
    return sum;
}

int main(int argc, char **argv)
{
    (void)argv;
    return with_threads(argc > 2 ? 3 : 2) + in_loop(6);
}
