/* heddle: reach=TRUE race=TRUE memory=TRUE; engines: auto */
/* A structure of more than 1,024 bytes is copied member by member, with what lies between members. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct request {
    char host[1024];
    char file[70];
    int port;
    char proto;
    long length;
};

static struct request *request, kept;

static void *save(void *unused)
{
    struct request copy;
    memcpy(&copy, request, sizeof copy);
    assert(copy.port == 80 && copy.length == 5 && copy.file[69] == 'x' && copy.host[1023] == 'y');
    kept = copy;
    return unused;
}

int main(void)
{
    pthread_t saver;
    request = calloc(1, sizeof *request);
    request->port = 80;
    request->length = 5;
    request->file[69] = 'x';
    request->host[1023] = 'y';
    ((char *)request)[offsetof(struct request, proto) + 1] = 7;
    pthread_create(&saver, NULL, save, NULL);
    pthread_join(saver, NULL);
    assert(kept.length == 5 && ((char *)&kept)[offsetof(struct request, proto) + 1] == 7);
    memset(&kept, 0, sizeof kept);
    assert(kept.length == 0 && kept.host[1023] == 0 && request->port == 80);
    free(request);
    return 0;
}
