/* heddle: race=TRUE; engines: explore */
/* write and fwrite read as many bytes as they are told. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static struct {
    short length;
    int data[4];
} packet;

static void *change(void *unused)
{
    packet.data[3] = 1;
    packet.length = 2;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, change, NULL);
    write(1, packet.data, 3 * sizeof(int));
    fwrite(packet.data, sizeof(int), 3, stdout);
    fwrite(packet.data, 0, 100, stdout);
    pthread_join(t, NULL);
    return 0;
}
