/* heddle: memory=FALSE; engines: explore bounded */
/* Nobody asks whether the file is there, and where it is not the stream is null. */
#include <stdio.h>

int main(void)
{
    char line[8];
    FILE *f = fopen("in", "r");
    if (fgets(line, sizeof line, f))
        fclose(f);
    return 0;
}
