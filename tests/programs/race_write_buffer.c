/* heddle: race=FALSE; engines: explore */
/* write reads its buffer, whatever that is made of. */
#include <pthread.h>
#include <unistd.h>

static struct {
    short length;
    int data[4];
} packet;

static void *change(void *unused)
{
    packet.data[3] = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, change, NULL);
    write(1, &packet, sizeof packet);
    pthread_join(t, NULL);
    return 0;
}
