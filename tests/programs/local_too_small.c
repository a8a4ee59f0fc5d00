/* heddle: reach=UNKNOWN; engines: explore bounded; options: -m32; reason: undefined: access outside any object */
/* A local variable is written as something larger. */
struct pair {
    int a, b;
};

int main(void)
{
    int x;
    struct pair *p = (struct pair *)&x;
    p->b = 1;
    return 0;
}
