/* heddle: reach=UNKNOWN; engines: explore bounded; options: --undefined strict; reason: undefined: access outside any object */
/* As read_behind_array.c, where the user wants no exceptions. */
int __VERIFIER_nondet_int(void);
int offset[4] = {1, 2, 3, 4}, port;

int main(void)
{
    port = offset[__VERIFIER_nondet_int() & 7];
    return 0;
}
