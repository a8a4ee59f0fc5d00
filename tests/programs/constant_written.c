/* heddle: reach=UNKNOWN; engines: explore bounded; reason: undefined: access outside any object */
/* A string literal cannot be written. */
int main(void)
{
    char *s = "abc";
    s[0] = 'x';
    return 0;
}
