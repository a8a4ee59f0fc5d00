/* heddle: race=FALSE; engines: random */
/* A thread for every connection; a client that asks for statistics gets them without the lock. On the way there an address of unknown length is
 * told, writing goes on until all is written, and sigaction may fail, which nobody looks at: the schedule relies on none of it. */
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct client {
    int file;
    struct sockaddr_in address;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long requests;

static int write_all(int file, const char *bytes, size_t left)
{
    while (left) {
        ssize_t written = write(file, bytes, left);
        if (written < 0) {
            if (errno == EINTR)
                continue;
            return -1;
        }
        bytes += written;
        left -= (size_t)written;
    }
    return 0;
}

static void *serve(void *p)
{
    struct client *c = p;
    char request[64];
    ssize_t n;
    while ((n = read(c->file, request, sizeof request)) > 0) {
        pthread_mutex_lock(&lock);
        requests++;
        pthread_mutex_unlock(&lock);
        if (request[0] == 's') {
            char line[32];
            int size = snprintf(line, sizeof line, "%lu requests\n", requests); /* without the lock */
            if (write_all(c->file, line, (size_t)size) < 0)
                break;
        } else if (write_all(c->file, request, (size_t)n) < 0) {
            break;
        }
    }
    close(c->file);
    free(c);
    return NULL;
}

int main(void)
{
    struct sigaction ignore;
    memset(&ignore, 0, sizeof ignore);
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &ignore, NULL);
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0 || listen(s, 16) < 0)
        return 1;
    for (;;) {
        struct client *c = malloc(sizeof *c);
        socklen_t length = sizeof c->address;
        c->file = accept(s, (struct sockaddr *)&c->address, &length);
        if (c->file < 0) {
            free(c);
            break;
        }
        pthread_t t;
        if (pthread_create(&t, NULL, serve, c))
            break;
        pthread_detach(t);
    }
    return 0;
}
