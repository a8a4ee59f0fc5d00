/* heddle: memory=TRUE overflow=TRUE; engines: explore bounded */
/* Streams that are looked at before they are used, and closed once; the standard ones may be closed, too, and all may be flushed. One stays open: that is no leak. */
#include <dirent.h>
#include <stdio.h>

int main(void)
{
    char line[8];
    FILE *in = fopen("in", "r"), *kept = fopen("kept", "r");
    if (in) {
        if (fgets(line, sizeof line, in) && !feof(in))
            rewind(in);
        fclose(in);
    }
    if (kept && freopen("other", "r", kept))
        fgetc(kept);
    DIR *d = opendir(".");
    if (d) {
        struct dirent *e = readdir(d);
        line[0] = e ? e->d_name[0] : 0;
        closedir(d);
    }
    fprintf(stderr, "%d", fflush(NULL));
    fclose(stdout);
    return 0;
}
