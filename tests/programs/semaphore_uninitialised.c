/* heddle: locks=FALSE; engines: explore */
/* A semaphore that is posted and waited for, but never initialised: sem_wait and sem_post write it, too, which initialises nothing. */
#include <semaphore.h>
#include <stdlib.h>

int main(void)
{
    sem_t *s = malloc(sizeof *s);
    sem_post(s);
    sem_wait(s);
    return 0;
}
