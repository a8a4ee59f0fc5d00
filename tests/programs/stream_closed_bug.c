/* heddle: memory=FALSE race=TRUE; engines: explore bounded */
/* A stream ends when it is closed: whichever thread comes second uses it, or closes it, afterwards. A stream has a lock of its own: no race. */
#include <pthread.h>
#include <stdio.h>

static FILE *log_file;

static void *writer(void *unused)
{
    fputs("line", log_file);
    return unused;
}

int main(void)
{
    pthread_t t;
    log_file = fopen("log", "w");
    if (!log_file)
        return 1;
    pthread_create(&t, NULL, writer, NULL);
    fclose(log_file);
    pthread_join(t, NULL);
    return 0;
}
