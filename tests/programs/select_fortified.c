/* heddle: reach=TRUE; engines: auto; options: -D_FORTIFY_SOURCE=2 */
/* With _FORTIFY_SOURCE a file that a set has no room for ends the program: nothing is written behind the set. */
#include <assert.h>
#include <sys/select.h>
#include <unistd.h>

int main(void)
{
    int file = dup(0);
    fd_set set;
    if (file < 0)
        return 1;
    FD_ZERO(&set);
    FD_SET(file, &set);
    assert(FD_ISSET(file, &set));
    return select(file + 1, &set, NULL, NULL, NULL) < 0;
}
