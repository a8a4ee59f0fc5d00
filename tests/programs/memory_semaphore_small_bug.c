/* heddle: memory=FALSE; engines: explore */
/* The size of a pointer, where that of a semaphore was meant. */
#include <semaphore.h>
#include <stdlib.h>

int main(void)
{
    sem_t *s = malloc(sizeof s);
    sem_init(s, 0, 0);
    free(s);
    return 0;
}
