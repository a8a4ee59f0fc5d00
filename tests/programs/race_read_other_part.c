/* heddle: race=TRUE; engines: bounded */
/* read writes no more than its buffer. */
#include <pthread.h>
#include <unistd.h>

static struct {
    int length, data[2];
} packet;

static void *look(void *unused) { return packet.length ? unused : &packet; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, look, NULL);
    read(0, packet.data, 2);
    pthread_join(t, NULL);
    return 0;
}
