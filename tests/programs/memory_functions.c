/* heddle: reach=TRUE; engines: explore */
/* memset, memcpy, memmove and memcmp, with constant and with computed sizes. */
#include <assert.h>
#include <string.h>

struct point {
    int x, y;
};

int main(void)
{
    struct point p = {3, -4}, q, r;
    memcpy(&q, &p, sizeof p);
    assert(q.x == 3 && q.y == -4);
    r = q;
    assert(memcmp(&r, &p, sizeof r) == 0);
    memset(&q, 0, sizeof q);
    assert(q.x == 0 && q.y == 0 && memcmp(&q, &p, sizeof q) < 0);
    char bytes[6] = "abcde";
    memmove(bytes + 1, bytes, strlen(bytes) - 1);
    assert(strcmp(bytes, "aabcd") == 0);
    memset(bytes, 'x', strlen(bytes) - 3);
    assert(strcmp(bytes, "xxbcd") == 0);
    return 0;
}
