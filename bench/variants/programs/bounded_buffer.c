/* heddle: reach=TRUE */
/* A producer and a consumer share a counter of what is there, which stays between 0 and its bound. */
#include <assert.h>
#include <pthread.h>
#define ROUNDS 4 /* rounds */
enum { MOST = 3 };
int count = 0;
int sent = 0;
int got = 0;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *produce(void *u)
{
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&m);
        if (count < MOST) {
            count = count + 1;
            sent = sent + 1;
        }
        pthread_mutex_unlock(&m);
    }
    return u;
}
static void *consume(void *u)
{
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&m);
        if (count > 0) {
            count = count - 1;
            got = got + 1;
        }
        assert(count >= 0 && count <= MOST);
        pthread_mutex_unlock(&m);
    }
    return u;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, produce, 0);
    pthread_create(&b, 0, consume, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(sent == got + count);
}
