/* heddle: reach=UNKNOWN; engines: explore; reason: undefined: access outside any object */
/* An index behind the end has no meaning, so nothing is claimed. */
int a[3], n = 3;

int main(void)
{
    a[n] = 1;
    return a[0];
}
