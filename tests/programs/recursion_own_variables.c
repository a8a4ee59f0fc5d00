/* heddle: reach=TRUE; engines: explore */
/* Addresses of local variables, structures by value and arrays of variable length in recursive functions: each call has its own. */
#include <assert.h>
struct big {
    int a[6];
    long b;
};
static int sum(struct big s, int n, int *out)
{
    int here = n;
    if (n == 0) {
        *out += s.a[0];
        return s.a[0];
    }
    s.a[0] += n;
    int r = sum(s, n - 1, &here);
    *out += here;
    assert(s.a[0] == r - (n * (n - 1) / 2));
    return r;
}
struct pair {
    long a, b;
};
static struct pair up(struct pair p, int n)
{
    if (!n)
        return p;
    p.a++;
    p.b += p.a;
    return up(p, n - 1);
}
static int vla(int n)
{
    int a[n + 1];
    for (int i = 0; i <= n; i++)
        a[i] = n;
    int r = n ? vla(n - 1) : 0;
    assert(a[n] == n);
    return r + a[0];
}
int main(void)
{
    struct big s = {{1}};
    int total = 0;
    int r = sum(s, 3, &total);
    assert(r == 7);
    assert(s.a[0] == 1);
    assert(total == 7 + 1 + 2 + 3);
    struct pair p = up((struct pair){0, 0}, 3);
    assert(p.a == 3 && p.b == 6);
    assert(vla(3) == 6);
}
