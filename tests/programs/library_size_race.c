/* heddle: race=FALSE; engines: auto */
/* recv writes as many bytes as it is told, and no more; the other thread reads the last of them. */
#include <pthread.h>
#include <sys/socket.h>

static char buffer[8];

static void *look(void *argument)
{
    return buffer[3] ? argument : NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, look, NULL);
    recv(0, buffer, 4, 0);
    pthread_join(thread, NULL);
    return 0;
}
