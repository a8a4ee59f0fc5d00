/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* The pointer moves on between locking and the access: another object's lock is held. */
#include <pthread.h>
struct slot { pthread_mutex_t lock; int value; };
static struct slot slots[2] = {{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0}};
static void *work(void *first)
{
    struct slot *s = first ? &slots[0] : &slots[1], *held = NULL;
    for (int i = 0; i < 2; i++) {
        if (i == 0) {
            held = s;
            pthread_mutex_lock(&s->lock);
        } else {
            s->value++;
        }
        s = s == &slots[0] ? &slots[1] : &slots[0];
    }
    pthread_mutex_unlock(&held->lock);
    return NULL;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, &slots);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
