/* heddle: reach=UNKNOWN; engines: explore bounded; reason: undefined: access outside any object */
/* What a write behind the end of an array destroys is not known. */
_Bool __VERIFIER_nondet_bool(void);
int a[4];

int main(void)
{
    a[__VERIFIER_nondet_bool() ? 4 : 3] = 1;
    return 0;
}
