/* heddle: reach=TRUE race=TRUE; engines: explore; options: -m32 */
/* Zeroed structs, used by a thread. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct item {
    int id;
    short tag;
    struct item *link;
};

static void *thread(void *argument)
{
    struct item *items = argument;
    assert(items[1].id == 0 && items[1].tag == 0 && items[1].link == NULL);
    items[1].link = &items[0];
    items[1].link->tag = -4;
    return items;
}

int main(void)
{
    pthread_t t;
    void *result;
    struct item *items = calloc(2, sizeof(struct item));
    pthread_create(&t, NULL, thread, items);
    pthread_join(t, &result);
    assert(result == items);
    assert(items[0].tag == -4 && items[1].link == items);
    return 0;
}
