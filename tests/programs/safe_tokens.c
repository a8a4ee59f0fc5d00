/* heddle: memory=TRUE overflow=TRUE; engines: auto */
/* Each thread splits a copy of a text into words, with a state of its own. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static int words;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *split(void *arg)
{
    char *copy = strdup(arg), *state;
    int n = 0;
    for (char *w = strtok_r(copy, " ", &state); w; w = strtok_r(NULL, " ", &state))
        n++;
    free(copy);
    pthread_mutex_lock(&lock);
    words += n;
    pthread_mutex_unlock(&lock);
    return NULL;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, split, "a b c");
    pthread_create(&t[1], NULL, split, "dd ee");
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return words != 5;
}
