/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* A macro creates a thread and puts another id in the place of its own: the join behind it is of the other thread. */
#include <pthread.h>
static int value;
static pthread_t one, two;
static void *add(void *unused) { value++; return unused; }
static void *idle(void *unused) { return unused; }
#define BEGIN(id, function, other) do { pthread_create(&id, NULL, function, NULL); id = other; } while (0)
int main(void)
{
    pthread_create(&two, NULL, idle, NULL);
    BEGIN(one, add, two);
    pthread_join(one, NULL);
    value--;
    return 0;
}
