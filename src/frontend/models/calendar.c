/* Dates: the parts of a time lie in their ranges, and which they are is any value; so is what is printed of them, and how much. */
#include "errors.h"
#include "states.h"

struct calendar {
    int second, minute, hour, day, month, year, day_of_week, day_of_year, summer;
    long offset;
    const char *zone;
};
_Static_assert(sizeof(struct calendar) == (__SIZEOF_POINTER__ == 4 ? 44 : 56), "size of glibc's struct tm");

void tzset(void); /* sets variables of the library; its row says which */

enum { SECONDS_A_YEAR = 31556952 };

#define PART(first, count) ((first) + (int)(__heddle_any_u32("what a time is as a date") % (count)))

/* NULL if the year is no int. */
static struct calendar *split(const long *time, struct calendar *to)
{
    const long most = sizeof(long) == 4 ? 0x7fffffff : 67767976233442800 /* the year 2,147,483,647, without its last days */;
    long t = *time;
    if ((t > most || t < -most) && __heddle_any_u8("whether a time is a date") & 1) {
        __heddle_failed(E_OVERFLOW);
        return NULL;
    }
    __heddle_havoc(to, sizeof *to, "what a time is as a date", NULL);
    to->year = (int)(t / SECONDS_A_YEAR) + 69 + PART(0, 3); /* from 1900 */
    to->second = PART(0, 61);
    to->minute = PART(0, 60);
    to->hour = PART(0, 24);
    to->day = PART(1, 31);
    to->month = PART(0, 12);
    to->day_of_week = PART(0, 7);
    to->day_of_year = PART(0, 366);
    to->summer = PART(0, 2);
    return to;
}

static struct calendar own __asm__("result of localtime"); /* and of gmtime */

MODEL struct calendar *gmtime_r(const long *time, struct calendar *to) { return split(time, to); }

MODEL struct calendar *gmtime(const long *time)
{
    USES_STATE(localtime);
    return split(time, &own);
}

static void look_for_zone(void)
{
    READS_STATE(environ);
    tzset();
    __heddle_fails_if(__heddle_any_u8("whether there is a file for the time zone") & 1);
}

MODEL struct calendar *localtime_r(const long *time, struct calendar *to)
{
    look_for_zone();
    return split(time, to);
}

MODEL struct calendar *localtime(const long *time)
{
    USES_STATE(localtime);
    look_for_zone();
    return split(time, &own);
}

static int is_within(int x, int first, int last) { return x >= first && x <= last; }

/* What is printed of such a date by numbers has always the same length. */
static _Bool is_usual(const struct calendar *c)
{
    return is_within(c->second, 0, 60) & is_within(c->minute, 0, 59) & is_within(c->hour, 0, 23) & is_within(c->day, 1, 31) &
           is_within(c->month, 0, 11) & is_within(c->day_of_week, 0, 6) & is_within(c->day_of_year, 0, 365) &
           is_within(c->year, 1001 - 1900, 9998 - 1900);
}

/* How much a conversion prints of such a date; 0 if it is a name, or written in another way. */
static size_t length_of(char conversion)
{
    switch (conversion) {
    case 'n':
    case 't':
    case 'u':
    case 'w':
    case '%': return 1;
    case 'C':
    case 'd':
    case 'e':
    case 'g':
    case 'H':
    case 'I':
    case 'k':
    case 'l':
    case 'm':
    case 'M':
    case 'S':
    case 'U':
    case 'V':
    case 'W':
    case 'y': return 2;
    case 'j': return 3;
    case 'Y':
    case 'G': return 4;
    case 'R': return 5;
    case 'D':
    case 'T': return 8;
    case 'F': return 10;
    default: return 0;
    }
}

static size_t printed_length(const char *format, const struct calendar *date)
{
    size_t n = 0;
    if (__heddle_is_given(format) || !is_usual(date))
        return __heddle_any_u64("how much a date prints");
    for (const char *p = format; *p; p++) {
        size_t one = *p == '%' ? length_of(*++p) : 1;
        if (!one)
            return __heddle_any_u64("how much a date prints");
        n += one;
    }
    return n;
}

MODEL size_t strftime(char *to, size_t room, const char *format, const struct calendar *date)
{
    look_for_zone();
    READS_STATE(locale);
    __heddle_reads_text(format, ~(size_t)0);
    __heddle_reads(date, sizeof *date);
    size_t n = printed_length(format, date);
    __heddle_writes(to, room);
    __heddle_havoc(to, room, "how a date is printed", NULL);
    if (n >= room)
        return 0;
    to[n] = 0;
    return n;
}
