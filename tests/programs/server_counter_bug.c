/* heddle: race=FALSE; engines: bounded modular monotone predicate random */
/* A thread for every connection, which counts without a lock. Whether a call fails is up to the world, and what number a file has does not
 * matter: the race can happen. */
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int served;

static void *serve(void *connection)
{
    int fd = (int)(long)connection;
    char request[64];
    if (recv(fd, request, sizeof request, 0) >= 0) {
        served++;
        send(fd, "x", 1, 0);
    }
    close(fd);
    return NULL;
}

int main(void)
{
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    if (listener == -1) {
        perror("socket");
        return 1;
    }
    if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0 || listen(listener, 5) < 0)
        return 1;
    for (;;) {
        pthread_t thread;
        int fd = accept(listener, NULL, NULL);
        if (fd < 0)
            continue;
        pthread_create(&thread, NULL, serve, (void *)(long)fd);
        pthread_detach(thread);
    }
}
