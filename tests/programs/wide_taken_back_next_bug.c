/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* Who has joined the thread of a record has that record back, but not the next one, of which it writes the same member. */
#include <pthread.h>
#include <stdlib.h>

struct record {
    struct record *next;
    int data;
    pthread_t id;
};

static struct record *all;

static void *work(void *argument)
{
    struct record *r = argument;
    r->data++;
    return NULL;
}

int main(int argc, char **argv)
{
    (void)argv;
    for (int i = 0; i < argc; i++) {
        struct record *r = malloc(sizeof *r);
        r->data = 0;
        r->next = all;
        all = r;
        pthread_create(&r->id, NULL, work, r);
    }
    for (struct record *r = all; r; r = r->next) {
        pthread_join(r->id, NULL);
        r->data++;
        if (r->next)
            r->next->data++;
    }
}
