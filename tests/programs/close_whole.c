/* heddle: race=UNKNOWN; engines: auto; options: --resolution=close --undefined=assume --random-work=200000 --timeout=8; reason: pairs of accesses are open */
/* No run gives a number both ways, though the program cut to what matters has a candidate. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int count, length, limit;
static char text[64];

static void set(const char *s)
{
    int n = 0;
    strncpy(text, s, sizeof text - 1);
    for (const char *p = text; *p; p++)
        n += *p >= '0' && *p <= '9';
    length = atoi(text);
    limit = n ? length : 0;
    printf("%d %d\n", length, limit);
}

static void *work(void *unused)
{
    count++;
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    if (argc < 2)
        return 1;
    set(argv[1]);
    pthread_create(&thread, 0, work, 0);
    if (length != limit)
        count = 7;
    pthread_join(thread, 0);
    return count;
}
