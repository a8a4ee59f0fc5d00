/* heddle: reach=TRUE memory=TRUE; engines: auto */
/* The parts of a date lie in their ranges, and the length of what strftime prints by numbers is known. */
#include <assert.h>
#include <time.h>

int main(void)
{
    char text[20];
    struct tm date;
    time_t now = time(NULL);
    if (!gmtime_r(&now, &date))
        return 1;
    assert(date.tm_mon >= 0 && date.tm_mon < 12 && date.tm_mday >= 1 && date.tm_mday <= 31);
    date.tm_year = 126;
    assert(strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &date) == 19);
    assert(text[19] == 0);
    assert(strftime(text, 19, "%Y-%m-%d %H:%M:%S", &date) == 0);
    return 0;
}
