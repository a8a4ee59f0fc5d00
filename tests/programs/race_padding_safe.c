/* heddle: race=TRUE reach=TRUE; engines: explore bounded */
/* Members on both sides of padding do not share it; copies of different elements do not meet. */
#include <pthread.h>
#include <string.h>

static struct pair {
    char c;
    int i;
} both, array[2], copy;

static void *thread(void *p)
{
    (void)p;
    both.c = 1;
    array[0] = (struct pair){1, 2};
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    both.i = 2;
    memset(&array[1], 0, sizeof array[1]);
    copy = array[1];
    pthread_join(t, NULL);
    copy = both;
    return 0;
}
