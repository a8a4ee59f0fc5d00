/* heddle: race=FALSE; engines: explore bounded */
/* A robust mutex that is lost protects nothing from those who do not look at the result. */
#include <pthread.h>

pthread_mutex_t m;
int x;

void *dies(void *unused)
{
    pthread_mutex_lock(&m);
    return 0;
}

void *adds(void *unused)
{
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &attributes);
    pthread_create(&a, 0, dies, 0);
    pthread_join(a, 0);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_create(&a, 0, adds, 0);
    pthread_create(&b, 0, adds, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
