/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* getline writes where its first argument points to, and what that points to. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static char *line;
static size_t size;
static void *work(void *unused) { getline(&line, &size, stdin); return unused; }
int main(void)
{
    pthread_t a;
    char *mine = line = malloc(size = 100);
    pthread_create(&a, NULL, work, NULL);
    mine[0] = 1;
    pthread_join(a, NULL);
    return 0;
}
