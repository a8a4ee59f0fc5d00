/* heddle: reach=UNKNOWN; engines: explore; reason: whether a file has ended */
/* What was written to a file comes back, which heddle does not know: no violation may rely on it. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *f = fopen("results.txt", "w");
    if (!f || fputc('b', f) == EOF || fclose(f) == EOF)
        return 0;
    f = fopen("results.txt", "r");
    if (f)
        assert(fgetc(f) != 'a');
    return 0;
}
