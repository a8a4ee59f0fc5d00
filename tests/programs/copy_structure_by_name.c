/* heddle: reach=TRUE memory=TRUE; engines: auto */
/* memcpy and memset by their names, which the compiler does not know here, as with -fno-builtin and _FORTIFY_SOURCE: a large structure is copied member by member all the same, and what they return counts. */
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

void *memcpy(void *to, const void *from, unsigned size);
void *memset(void *to, int byte, unsigned size);

struct request {
    char host[1024];
    char file[70];
    int port;
    char proto;
    long length;
};

static struct request kept;

int main(void)
{
    struct request *request = calloc(1, sizeof *request), copy;
    request->port = 80;
    request->length = 5;
    request->file[69] = 'x';
    request->host[1023] = 'y';
    struct request *to = memcpy(&copy, request, sizeof copy);
    assert(to == &copy && to->port == 80 && copy.length == 5 && copy.file[69] == 'x' && copy.host[1023] == 'y');
    memcpy(&kept, to, sizeof kept);
    assert(kept.length == 5 && kept.file[69] == 'x');
    assert(memset(&kept, 0, sizeof kept) == &kept);
    assert(kept.length == 0 && kept.host[1023] == 0);
    free(request);
    return 0;
}
