/* heddle: race=FALSE; engines: random; options: --undefined=assume --random-work=12000000 */
/* The text is compared with one that the program makes when it runs: a character that was compared with another one and found different becomes that one. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int started;

static void *watch(void *unused) { return started ? unused : NULL; }

int main(int argc, char **argv)
{
    pthread_t thread;
    char key[] = "\x51\x31\x7a\x23\x68\x52\x7b\x37";
    if (argc != 2)
        return 1;
    char *text = strdup(argv[1]);
    for (size_t k = 0; key[k]; k++)
        key[k] ^= 3;
    if (strcmp(text, key) != 0)
        return 1;
    pthread_create(&thread, NULL, watch, NULL);
    started = 1;
    pthread_join(thread, NULL);
    free(text);
    return 0;
}
