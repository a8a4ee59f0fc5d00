/* heddle: reach=TRUE; engines: explore; options: --entry use --entry use --init begin */
/* Objects behind the arguments of two entries are two; and the file's own main is not run. */
#include <assert.h>
static int begun;
static char *seen;
void begin(void) { begun = 1; }
void use(char *p)
{
    assert(begun == 1 && p[7] == 0);
    __atomic_store_n(&p[0], 1, __ATOMIC_SEQ_CST);
    char *other = __atomic_exchange_n(&seen, p, __ATOMIC_SEQ_CST);
    assert(p != other);
}
int main(void) { begun = 2; use(0); }
