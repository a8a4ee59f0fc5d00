/* heddle: race=UNKNOWN; engines: wide; options: --undefined=assume; reason: pairs of accesses are open */
/* As wide_lock_in_object.c, but the lock of the next account is taken. */
#include <pthread.h>
#include <stdlib.h>
struct account { pthread_mutex_t lock; int balance; struct account *next; };
static struct account *all;
static void deposit(struct account *a, int sum)
{
    pthread_mutex_lock(&a->next->lock);
    if (sum > 0)
        a->balance += sum;
    else
        a->balance -= 1;
    pthread_mutex_unlock(&a->next->lock);
}
static void *clerk(void *unused)
{
    for (struct account *a = all; a; a = a->next)
        deposit(a, 3);
    return unused;
}
int main(void)
{
    pthread_t first, second;
    for (int i = 0; i < 3; i++) {
        struct account *a = malloc(sizeof *a);
        pthread_mutex_init(&a->lock, NULL);
        a->balance = 0;
        a->next = all;
        all = a;
    }
    pthread_create(&first, NULL, clerk, NULL);
    pthread_create(&second, NULL, clerk, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return all->balance == 6 ? 0 : 1;
}
