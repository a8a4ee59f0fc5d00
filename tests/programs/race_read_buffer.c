/* heddle: race=FALSE; engines: explore */
/* read writes its buffer. */
#include <pthread.h>
#include <unistd.h>

static struct {
    int length, data[4];
} packet;

static void *look(void *unused) { return packet.data[1] ? unused : &packet; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, look, NULL);
    read(0, packet.data, sizeof packet.data);
    pthread_join(t, NULL);
    return 0;
}
