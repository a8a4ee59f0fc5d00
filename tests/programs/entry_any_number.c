/* heddle: reach=FALSE; engines: explore; options: --entry work* */
/* Any number of threads run an entry: two of them meet. */
#include <assert.h>
static int inside;
void work(void)
{
    inside++;
    assert(inside == 1);
    inside--;
}
