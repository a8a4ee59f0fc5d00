/* heddle: reach=UNKNOWN; engines: explore bounded modular flow; reason: undefined: access outside any object */
/* A write behind the end of a local array that nobody reads: the compiler would drop it. */
int main(void)
{
    int a[2], i = 2;
    a[i] = 1;
    return 0;
}
