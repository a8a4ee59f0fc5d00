/* heddle: memory=UNKNOWN; engines: auto; options: --leaks=lost; reason: never be freed */
/* A failing assertion, which is not asked about, ends the program when one of two blocks is lost: it is not the end at which heddle looks for such. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static char *text;

static void *makes(void *p)
{
    text = malloc(1);
    if (text)
        text = malloc(1);
    return p;
}

static void *writes(void *p)
{
    if (text)
        *text = p ? 'x' : 'y';
    return NULL;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, makes, NULL);
    pthread_join(a, NULL);
    pthread_create(&b, NULL, writes, NULL);
    pthread_create(&c, NULL, writes, &c);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    if (!text)
        exit(1);
    assert(!text);
    return 0;
}
