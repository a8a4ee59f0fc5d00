/* heddle: memory=TRUE race=TRUE; engines: explore */
/* What a function of the library is given behind its parameters may be looked at, or may only be printed: it need not be there. */
#include <stdlib.h>
#include <syslog.h>

int main(void)
{
    char *gone = malloc(4), text[3] = "ab";
    free(gone);
    syslog(LOG_INFO, "%p", (void *)gone);
    syslog(LOG_INFO, "%s", text);
    return 0;
}
