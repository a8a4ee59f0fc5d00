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
    unsigned bits;
    struct point p = same_point(point);
    point2 = same_point(*pointer);
    place2 = same_place(place);
    mixed2 = same_mixed(mixed);
    assert(memcmp(&point, &point2, sizeof point) == 0);
    assert(memcmp(&place, &place2, sizeof place) == 0);
    assert(memcmp(&mixed, &mixed2, sizeof mixed) == 0);
    memcpy(&bits, &p.y, sizeof bits);
    assert(bits == 0x40200000);
    return 0;
}
