/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* A thread that creates others of its kind knows what it has given to them: it counts in the record of its child, as the child does. */
#include <pthread.h>
#include <stdlib.h>
struct record {
    int count, depth;
};
static void *run(void *argument);
static struct record *start(int depth)
{
    if (depth > 100)
        return start(depth - 1); /* not inlined */
    struct record *r = malloc(sizeof *r);
    r->count = 0;
    r->depth = depth;
    pthread_t id;
    pthread_create(&id, NULL, run, r);
    return r;
}
static void *run(void *argument)
{
    struct record *own = argument;
    own->count++;
    if (own->depth < 3) {
        struct record *child = start(own->depth + 1);
        child->count++;
    }
    return NULL;
}
int main(void)
{
    start(0);
    pthread_exit(NULL);
}
