/* heddle: reach=TRUE; engines: explore bounded */
/* A matrix that is filled by a pointer that runs through all of its rows. */
#include <assert.h>

struct {
    int before;
    int m[3][4];
    int behind;
} s;

int main(void)
{
    int *p = &s.m[0][0];
    for (int i = 0; i < 12; i++)
        *p++ = i;
    assert(s.m[2][3] == 11 && s.m[1][0] == 4 && s.before == 0 && s.behind == 0);
    int(*row)[4] = s.m + 1;
    assert((*row)[2] == 6 && row[1][1] == 9);
    return 0;
}
