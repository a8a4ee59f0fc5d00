/* heddle: race=UNKNOWN; reason: how much memory a library function accesses */
/* Nothing but a library function, through a list, touches the text, in two threads at once. How much of it they write is not known. */
#include <pthread.h>
#include <sys/uio.h>

static char text[64];

static void *write_it(void *unused)
{
    struct iovec part = {text, sizeof text};
    readv(0, &part, 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, write_it, NULL);
    pthread_create(&b, NULL, write_it, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
