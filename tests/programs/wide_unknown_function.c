/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: there are calls of which nothing is known */
/* What a function without a body does with the memory that it is given, nobody knows. */
#include <pthread.h>
void elsewhere(int *p);
static int shared;
static void *work(void *unused) { shared = 1; return unused; }
int main(void)
{
    pthread_t t;
    elsewhere(&shared);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
