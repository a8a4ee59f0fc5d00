/* heddle: race=UNKNOWN; engines: explore auto; options: --undefined=assume; reason: a buffer of the program's own */
/* A buffer that a stream is given is written whenever the stream is used: not modelled, so nothing is claimed. */
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
