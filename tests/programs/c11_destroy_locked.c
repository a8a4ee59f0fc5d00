/* heddle: locks=FALSE reach=TRUE; engines: explore */
/* A C11 mutex is destroyed while it is locked. */
#include <threads.h>

int main(void)
{
    mtx_t m;
    mtx_init(&m, mtx_plain);
    mtx_lock(&m);
    mtx_destroy(&m);
    return 0;
}
