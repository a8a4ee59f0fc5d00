/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: there are calls of which nothing is known */
/* A buffer that the library keeps is written whenever it is used. */
#include <pthread.h>
#include <stdio.h>
static char space[BUFSIZ];
static void *work(void *unused) { printf("%d\n", 1); return unused; }
int main(void)
{
    pthread_t a;
    setvbuf(stdout, space, _IOFBF, sizeof space);
    pthread_create(&a, NULL, work, NULL);
    space[0] = 1;
    pthread_join(a, NULL);
    return 0;
}
