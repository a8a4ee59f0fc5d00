/* heddle: reach=TRUE race=TRUE; engines: explore */
/* Neighbouring characters are different memory. */
#include <assert.h>
#include <pthread.h>

char text[4];
struct {
    char a, b;
} pair;

static void *thread(void *unused)
{
    text[1] = 'x';
    pair.a = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    text[2] = 'y';
    pair.b = 2;
    pthread_join(t, NULL);
    assert(text[1] == 'x' && text[2] == 'y' && pair.a == 1 && pair.b == 2);
    return 0;
}
