/* heddle: reach=TRUE; engines: explore bounded */
/* Structures of floating-point members by value: in 64 bits the compiler passes pairs of them as vectors. */
#include <assert.h>
#include <string.h>

struct point { float x, y; };
struct place { float x, y, z; };
struct mixed { double d; float x, y; };
static struct point point = {1.5f, 2.5f}, point2, *pointer = &point;
static struct place place = {1, 2, 3}, place2;
static struct mixed mixed = {1, 2, 3}, mixed2;

static struct point same_point(struct point p) { return p; }
static struct place same_place(struct place p) { return p; }
static struct mixed same_mixed(struct mixed p) { return p; }

int main(void)
{
    unsigned bits[3];
    struct point p = same_point(point);
    memcpy(bits, &p, sizeof p);
    assert(bits[0] == 0x3fc00000 && bits[1] == 0x40200000);
    point2 = same_point(*pointer);
    memcpy(bits, &point2, sizeof point2);
    assert(bits[0] == 0x3fc00000 && bits[1] == 0x40200000);
    place2 = same_place(place);
    memcpy(bits, &place2, sizeof place2);
    assert(bits[0] == 0x3f800000 && bits[1] == 0x40000000 && bits[2] == 0x40400000);
    mixed2 = same_mixed(mixed);
    memcpy(bits, &mixed2.x, sizeof bits[0]);
    memcpy(bits + 1, &mixed2.y, sizeof bits[1]);
    assert(bits[0] == 0x40000000 && bits[1] == 0x40400000);
    return 0;
}
