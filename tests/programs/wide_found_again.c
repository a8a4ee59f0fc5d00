/* heddle: race=TRUE; engines: wide; options: --undefined=assume */
/* The table is found anew for each access: it is the same one, and so is its element. Two locks are held at once, and each is given back. */
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct account { pthread_mutex_t lock; long balance; long log[4]; int used; };
static struct bank { int size; struct account *accounts; } *bank;
static void move(int a, int b)
{
    if (a == b)
        return;
    int one = a < b ? a : b, two = a < b ? b : a;
    pthread_mutex_lock(&bank->accounts[one].lock);
    pthread_mutex_lock(&bank->accounts[two].lock);
    bank->accounts[one].balance--;
    bank->accounts[two].balance++;
    pthread_mutex_unlock(&bank->accounts[one].lock);
    bank->accounts[two].log[bank->accounts[two].used++ & 3] = a;
    pthread_mutex_unlock(&bank->accounts[two].lock);
}
static void *work(void *unused)
{
    move(__VERIFIER_nondet_int() & 7, __VERIFIER_nondet_int() & 7);
    return unused;
}
int main(void)
{
    pthread_t t[2];
    bank = malloc(sizeof *bank);
    bank->size = 8;
    bank->accounts = calloc(8, sizeof *bank->accounts);
    for (int i = 0; i < 8; i++)
        pthread_mutex_init(&bank->accounts[i].lock, NULL);
    for (size_t i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    free(bank->accounts);
    return 0;
}
