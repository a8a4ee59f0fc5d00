/* heddle: reach=FALSE; engines: explore bounded */
/* Bytes that lie in the padding of a structure survive a way through it. */
#include <assert.h>
#include <string.h>

static struct {
    char c;
    int i;
} s;

int main(void)
{
    unsigned char in[8] = {1, 2, 3, 4, 5, 6, 7, 8}, out[8];
    memcpy(&s, in, 8);
    memcpy(out, &s, 8);
    assert(out[1] == 0);
    return 0;
}
