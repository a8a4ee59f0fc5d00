/* heddle: reach=TRUE; engines: explore; options: -m32 */
/* A packed struct: members at odd addresses. */
#include <assert.h>

struct __attribute__((packed)) record {
    char tag;
    int value;
    short end;
};
struct record records[2];
_Static_assert(sizeof(struct record) == 7, "packed");

int main(void)
{
    for (int i = 0; i < 2; i++)
        records[i] = (struct record){(char)('a' + i), 100 * i - 1, (short)i};
    assert(records[0].value == -1 && records[1].value == 99);
    assert(records[1].tag == 'b' && records[1].end == 1 && records[0].end == 0);
    return 0;
}
