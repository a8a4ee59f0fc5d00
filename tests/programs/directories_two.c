/* heddle: race=TRUE; engines: explore bounded */
/* Each thread reads a directory of its own: POSIX lets readdir share what it gives, but no library does. */
#include <dirent.h>
#include <pthread.h>

static void *reader(void *name)
{
    DIR *d = opendir(name);
    if (d)
        readdir(d);
    return name;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, reader, "one");
    reader("other");
    pthread_join(t, NULL);
    return 0;
}
