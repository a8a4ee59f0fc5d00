/* heddle: race=FALSE; engines: explore bounded */
/* Two threads read the same directory stream, where the name that was found lies. */
#include <dirent.h>
#include <pthread.h>

static DIR *d;

static void *reader(void *unused)
{
    readdir(d);
    return unused;
}

int main(void)
{
    pthread_t t;
    d = opendir(".");
    if (!d)
        return 1;
    pthread_create(&t, NULL, reader, NULL);
    reader(NULL);
    pthread_join(t, NULL);
    closedir(d);
    return 0;
}
