/* heddle: race=TRUE; engines: auto */
/* A function that ftw calls back puts each file where a thread takes it, under a lock. */
#include <assert.h>
#include <ftw.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int found, taken;
static int visit(const char *path, const struct stat *status, int kind)
{
    assert(kind == FTW_F || kind == FTW_D || kind == FTW_DNR || kind == FTW_NS);
    if (kind != FTW_F || !path[0])
        return 0;
    pthread_mutex_lock(&m);
    found = 1;
    pthread_mutex_unlock(&m);
    return 7;
}
static void *take(void *unused)
{
    pthread_mutex_lock(&m);
    taken = found;
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, take, NULL);
    int code = ftw(".", visit, 4);
    assert(code == 0 || code == 7 || code == -1);
    assert(code == 0 || code == -1 || found);
    pthread_join(t, NULL);
    return taken > found;
}
