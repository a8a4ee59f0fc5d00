/* heddle: reach=FALSE race=FALSE; engines: auto */
/* A structure of more than 1,024 bytes is copied by a thread while main still writes one of its members. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct request {
    char host[1024];
    char file[70];
    int port;
    long length;
};

static struct request *request;

static void *save(void *unused)
{
    struct request copy;
    memcpy(&copy, request, sizeof copy);
    assert(copy.port == 80);
    return unused;
}

int main(void)
{
    pthread_t saver;
    request = calloc(1, sizeof *request);
    pthread_create(&saver, NULL, save, NULL);
    request->port = 80;
    pthread_join(saver, NULL);
    free(request);
    return 0;
}
