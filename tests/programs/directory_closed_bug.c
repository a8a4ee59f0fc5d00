/* heddle: memory=FALSE; engines: explore bounded */
/* The name that readdir has found lies in the stream, which is closed before it is looked at. */
#include <dirent.h>
#include <stddef.h>

int main(void)
{
    DIR *d = opendir(".");
    if (!d)
        return 1;
    struct dirent *e = readdir(d);
    closedir(d);
    return e ? e->d_name[0] : 0;
}
