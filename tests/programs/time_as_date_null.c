/* heddle: reach=UNKNOWN; engines: explore; reason: whether a time is a date */
/* A time whose year is no int is no date. */
#include <assert.h>
#include <time.h>

int main(void)
{
    struct tm date;
    time_t t = (time_t)1 << 60;
    assert(localtime_r(&t, &date));
    return 0;
}
