/* heddle: reach=TRUE; engines: explore bounded */
/* Padding is memory: copies and memset move and fill it, whatever form they take, and comparing bytes sees it. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct key {
    char kind;
    int id;
    short part;
};
union bytes {
    struct key key;
    unsigned char raw[sizeof(struct key)];
};
static union bytes one, two;

static struct key *copy_of(const struct key *k)
{
    struct key *c = malloc(sizeof *c);
    *c = *k;
    return c;
}

int main(void)
{
    struct key a, b;
    unsigned char out[sizeof a];
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    a.kind = b.kind = 1;
    a.id = b.id = 7;
    assert(memcmp(&a, &b, sizeof a) == 0);
    memset(&a, 9, sizeof a);
    a.kind = 2;
    memcpy(out, &a, sizeof a);
    assert(out[0] == 2 && out[1] == 9 && out[3] == 9 && out[sizeof a - 1] == 9);
    one.raw[2] = 5;
    two = one;
    assert(two.raw[2] == 5);
    assert(((unsigned char *)copy_of(&one.key))[2] == 5);
    return 0;
}
