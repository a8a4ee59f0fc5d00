/* heddle: reach=UNKNOWN; engines: explore bounded; reason: array of variable length without elements */
/* The first element of an array that may have none. */
int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 2)
        return 0;
    int a[n];
    a[0] = 1;
    return a[0];
}
