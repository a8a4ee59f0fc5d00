/* heddle: memory=FALSE; engines: explore bounded */
/* Where freopen fails it has closed the stream: it is closed twice. */
#include <stdio.h>

int main(void)
{
    FILE *f = fopen("one", "r");
    if (!f)
        return 1;
    FILE *again = freopen("other", "r", f);
    if (!again)
        fprintf(stderr, "no other file\n");
    fclose(f);
    return 0;
}
