/* heddle: reach=UNKNOWN; engines: explore bounded; reason: undefined: access outside any object */
/* As matrix_as_vector.c, but one step further. */
struct {
    int m[3][4];
    int behind;
} s;

int main(void)
{
    int *p = &s.m[0][0];
    for (int i = 0; i < 13; i++)
        *p++ = i;
    return 0;
}
