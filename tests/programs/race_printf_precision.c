/* heddle: race=TRUE; engines: explore */
/* printf reads no more of a string than it prints; of pointers, characters and literals nothing. */
#include <pthread.h>
#include <stdio.h>

static char name[8] = "thread", ended[8];

static void *rename_it(void *unused)
{
    name[3] = 'a';
    ended[1] = 'b';
    return unused;
}

int main(void)
{
    pthread_t t;
    int three = 3;
    pthread_create(&t, NULL, rename_it, NULL);
    printf("%.3s %.*s %p %s %c%s\n", name, three, name, (void *)name, ended, 'x', "literal");
    pthread_join(t, NULL);
    puts(name);
    return 0;
}
