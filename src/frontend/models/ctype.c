/* Characters, in the C locale. glibc's macros look into tables of 384 entries, for -128 to 255; its bits are these. */
#include "heddle.h"

#define BIT(k) ((k) < 8 ? (1 << (k)) << 8 : (1 << (k)) >> 8)
enum {
    UPPER = BIT(0),
    LOWER = BIT(1),
    ALPHA = BIT(2),
    DIGIT = BIT(3),
    XDIGIT = BIT(4),
    SPACE = BIT(5),
    PRINT = BIT(6),
    GRAPH = BIT(7),
    BLANK = BIT(8),
    CNTRL = BIT(9),
    PUNCT = BIT(10),
    ALNUM = BIT(11),
};

static _Bool between(int c, int low, int high) { return c >= low && c <= high; }

static unsigned class_of(int c)
{
    _Bool upper = between(c, 'A', 'Z'), lower = between(c, 'a', 'z'), digit = between(c, '0', '9');
    unsigned class = 0;
    class |= upper ? UPPER | ALPHA | ALNUM : 0;
    class |= lower ? LOWER | ALPHA | ALNUM : 0;
    class |= digit ? DIGIT | ALNUM | XDIGIT : 0;
    class |= between(c, 'A', 'F') || between(c, 'a', 'f') ? XDIGIT : 0;
    class |= c == ' ' || between(c, '\t', '\r') ? SPACE : 0;
    class |= c == ' ' || c == '\t' ? BLANK : 0;
    class |= between(c, ' ', '~') ? PRINT : 0;
    class |= between(c, '!', '~') ? GRAPH : 0;
    class |= between(c, 0, 31) || c == 127 ? CNTRL : 0;
    class |= between(c, '!', '~') && !upper && !lower && !digit ? PUNCT : 0;
    return class;
}

#define CLASS(name, bit)                                                                                                           \
    MODEL int name(int c) { return (int)(class_of(c) & bit); }
CLASS(isupper, UPPER)
CLASS(islower, LOWER)
CLASS(isalpha, ALPHA)
CLASS(isdigit, DIGIT)
CLASS(isxdigit, XDIGIT)
CLASS(isspace, SPACE)
CLASS(isprint, PRINT)
CLASS(isgraph, GRAPH)
CLASS(isblank, BLANK)
CLASS(iscntrl, CNTRL)
CLASS(ispunct, PUNCT)
CLASS(isalnum, ALNUM)

MODEL int toupper(int c) { return between(c, 'a', 'z') ? c - 'a' + 'A' : c; }

MODEL int tolower(int c) { return between(c, 'A', 'Z') ? c - 'A' + 'a' : c; }

/* --- glibc's tables --- */

enum { FIRST = 128, ENTRIES = 384 };
#define AT(c) [FIRST + (c)]
#define RANGE(a, b) [FIRST + (a)... FIRST + (b)]

static const unsigned short classes[ENTRIES] = {
    RANGE(0, 8) = CNTRL,
    AT('\t') = CNTRL | SPACE | BLANK,
    RANGE('\n', '\r') = CNTRL | SPACE,
    RANGE(14, 31) = CNTRL,
    AT(' ') = SPACE | PRINT | BLANK,
    RANGE('!', '/') = PRINT | GRAPH | PUNCT,
    RANGE('0', '9') = PRINT | GRAPH | DIGIT | XDIGIT | ALNUM,
    RANGE(':', '@') = PRINT | GRAPH | PUNCT,
    RANGE('A', 'F') = PRINT | GRAPH | UPPER | ALPHA | ALNUM | XDIGIT,
    RANGE('G', 'Z') = PRINT | GRAPH | UPPER | ALPHA | ALNUM,
    RANGE('[', '`') = PRINT | GRAPH | PUNCT,
    RANGE('a', 'f') = PRINT | GRAPH | LOWER | ALPHA | ALNUM | XDIGIT,
    RANGE('g', 'z') = PRINT | GRAPH | LOWER | ALPHA | ALNUM,
    RANGE('{', '~') = PRINT | GRAPH | PUNCT,
    AT(127) = CNTRL,
};
static const unsigned short *const classes_at_0 = classes + FIRST;

MODEL const unsigned short **__ctype_b_loc(void) { return (const unsigned short **)&classes_at_0; }

#define EIGHT(f, c) f((c) + 0), f((c) + 1), f((c) + 2), f((c) + 3), f((c) + 4), f((c) + 5), f((c) + 6), f((c) + 7)
#define SIXTY_FOUR(f, c)                                                                                                           \
    EIGHT(f, (c) + 0), EIGHT(f, (c) + 8), EIGHT(f, (c) + 16), EIGHT(f, (c) + 24), EIGHT(f, (c) + 32), EIGHT(f, (c) + 40),          \
        EIGHT(f, (c) + 48), EIGHT(f, (c) + 56)
#define NEGATIVE(c) ((c) == 255 ? -1 : (c))
#define TO_LOWER(c) ((c) >= 'A' && (c) <= 'Z' ? (c) - 'A' + 'a' : (c))
#define TO_UPPER(c) ((c) >= 'a' && (c) <= 'z' ? (c) - 'a' + 'A' : (c))
#define TABLE(f)                                                                                                                   \
    {SIXTY_FOUR(NEGATIVE, 128), SIXTY_FOUR(NEGATIVE, 192), SIXTY_FOUR(f, 0),                                                       \
     SIXTY_FOUR(f, 64),         SIXTY_FOUR(f, 128),        SIXTY_FOUR(f, 192)}
static const int lower[ENTRIES] = TABLE(TO_LOWER), upper[ENTRIES] = TABLE(TO_UPPER);
static const int *const lower_at_0 = lower + FIRST, *const upper_at_0 = upper + FIRST;

MODEL const int **__ctype_tolower_loc(void) { return (const int **)&lower_at_0; }

MODEL const int **__ctype_toupper_loc(void) { return (const int **)&upper_at_0; }
