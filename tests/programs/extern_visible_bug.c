/* heddle: reach=UNKNOWN; engines: bounded; options: --extern=havoc; reason: relies on what .* does .it is not defined. */
/* Variables that other files can name may be changed, and what was given before may be changed later. */
#include <assert.h>

int visible = 1;
void keep(int *where);
void later(void);

int main(void)
{
    static int kept = 1;
    keep(&kept);
    kept = 1;
    later();
    assert(visible == 1 || kept == 1);
    return 0;
}
