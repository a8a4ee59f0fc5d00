/* heddle: race=FALSE memory=FALSE */
/* As text_handed_over.c, but main writes to the copy when it has given it away. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
static void *logger(void *arg)
{
    char *text = arg;
    size_t n = strlen(text);
    assert(n < 32);
    free(text);
    return NULL;
}
int main(void)
{
    pthread_t t;
    char line[32];
    snprintf(line, sizeof line, "start %d", 7);
    char *copy = strdup(line);
    if (!copy)
        return 1;
    if (pthread_create(&t, NULL, logger, copy)) {
        free(copy);
        return 1;
    }
    copy[0] = 'S';
    pthread_join(t, NULL);
    return 0;
}
