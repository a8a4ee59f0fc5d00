/* heddle: race=FALSE; engines: bounded modular */
/* Two threads read into parts of a buffer that overlap by a byte. */
#include <pthread.h>
#include <unistd.h>

static char buffer[64];

static void *first_part(void *unused)
{
    read(0, buffer, 33);
    return unused;
}

static void *second_part(void *unused)
{
    read(0, buffer + 32, 8);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first_part, NULL);
    pthread_create(&b, NULL, second_part, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
