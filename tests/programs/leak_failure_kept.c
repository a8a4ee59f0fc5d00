/* heddle: memory=TRUE; engines: auto; options: --leaks=lost */
/* The program may end in a failing assertion, which is not asked about: a global variable leads to the memory there, and anywhere before. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static char *text;

static void *makes(void *p)
{
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
    assert(*text == 'x');
    return 0;
}
