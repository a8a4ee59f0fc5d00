/* heddle: reach=UNKNOWN; engines: explore; reason: what 'tzset' gives */
/* localtime sets variables of the library. */
#define _DEFAULT_SOURCE
#include <assert.h>
#include <time.h>

int main(void)
{
    timezone = 0;
    time_t t = time(NULL);
    struct tm *date = localtime(&t);
    assert(timezone == 0);
    return !date;
}
