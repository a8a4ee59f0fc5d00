/* heddle: memory=FALSE reach=UNKNOWN; engines: explore; reason: array of variable length without elements */
/* As vla_length.c, but the number of elements may be 0 or negative: C leaves that undefined, and UBSan reports it. */
int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    if (n < 1 || n > 2 || m < -1 || m > 2)
        return 0;
    int a[n];
    char b[n][m];
    (void)a;
    return sizeof b == 1;
}
