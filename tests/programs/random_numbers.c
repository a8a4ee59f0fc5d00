/* heddle: reach=FALSE; engines: explore */
/* rand gives any number from 0 on, time any time. */
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void)
{
    srand((unsigned)time(NULL));
    assert(rand() % 4 != 0);
    return 0;
}
