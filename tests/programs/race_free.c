/* heddle: race=FALSE reach=TRUE; engines: explore bounded */
/* Memory is freed while another thread may still read it: free writes the whole object. */
#include <pthread.h>
#include <stdlib.h>

struct item {
    int key, value;
};

static int sum;

static void *reader(void *argument)
{
    struct item *i = argument;
    sum = i->value;
    return NULL;
}

int main(void)
{
    pthread_t t;
    struct item *i = malloc(sizeof *i);
    i->key = 1;
    i->value = 2;
    pthread_create(&t, NULL, reader, i);
    free(i);
    pthread_join(t, NULL);
    return 0;
}
