/* heddle: reach=TRUE race=TRUE; engines: auto */
/* Library functions without a model of their own: what they give is any value, and what comes behind them is checked. */
#include <assert.h>
#include <locale.h>
#include <pthread.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

static int counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *argument)
{
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t thread;
    struct stat status;
    setlocale(LC_ALL, "");
    pthread_create(&thread, NULL, count, NULL);
    int size = stat("/etc/hosts", &status) == 0 && status.st_size > 7 ? 7 : 3;
    struct passwd *user = getpwuid(getuid());
    if (user && user->pw_name && user->pw_name[0] == 'r')
        size++;
    assert(size >= 3 && size <= 8);
    pthread_join(thread, NULL);
    assert(counter == 1);
    return 0;
}
