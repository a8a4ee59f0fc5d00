/* heddle: memory=TRUE reach=TRUE; engines: explore */
/* Arrays of variable length that have elements, also if nobody looks at them. */
int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    if (n < 1 || n > 2 || m < 1 || m > 2)
        return 0;
    int a[n];
    char b[n][m];
    (void)a;
    return sizeof b == 1;
}
