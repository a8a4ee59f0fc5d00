/* heddle: reach=UNKNOWN; options: --timeout 4; engines: random; reason: in drawn runs|relies on */
/* How many files of a directory there are is the world's, but each directory has itself and the one above. */
#include <assert.h>
#include <dirent.h>
#include <stddef.h>

static int files;

static int none(const struct dirent *d)
{
    (void)d;
    files++;
    return 0;
}

int main(void)
{
    struct dirent **list;
    int n = scandir(".", &list, none, NULL);
    assert(n <= 0);
    assert(n < 0 || files >= 2);
    return 0;
}
