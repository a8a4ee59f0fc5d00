/* Text from outside, made fit to be shown. */
#include "base/printable.h"
#include "unit.h"

#include <string.h>

static void shows(const char *s, size_t size, enum printable kind, const char *wanted)
{
    struct text t = {0};
    text_append_printable(&t, s, size, kind);
    assert_string_equal(text_string(&t), wanted);
    assert_int_equal(t.size, strlen(wanted));
    text_free(&t);
}
#define SHOWS(s, kind, wanted) shows(s, sizeof s - 1, kind, wanted)

static void plain_text_stays(void **state)
{
    (void)state;
    struct arena words = ARENA_EMPTY;
    const char *s = "int x = 'ä' + \"日本\"; // \\ 🧵 ~";
    assert_ptr_equal(printable(s, PRINTABLE_WORDS, &words), s);
    SHOWS("a\tb\n", PRINTABLE_LINES, "a\tb\n");
    SHOWS("a\tb\n", PRINTABLE_WORDS, "a\\tb\\n");
    arena_release(&words);
}

static void what_acts_on_a_terminal_is_named(void **state)
{
    (void)state;
    SHOWS("\033[31m\a\b\r\177", PRINTABLE_LINES, "\\x1b[31m\\x07\\x08\\x0d\\x7f");
    SHOWS("a\0b", PRINTABLE_WORDS, "a\\x00b");
    SHOWS("\302\23331m", PRINTABLE_WORDS, "\\xc2\\x9b31m");      /* CSI in one character */
    SHOWS("\342\200\256x", PRINTABLE_WORDS, "\\xe2\\x80\\xaex"); /* right to left */
    SHOWS("\342\201\246x", PRINTABLE_WORDS, "\\xe2\\x81\\xa6x"); /* isolate */
    SHOWS("\342\200\250", PRINTABLE_LINES, "\\xe2\\x80\\xa8");   /* line separator */
}

static void what_is_not_utf8_is_named(void **state)
{
    (void)state;
    SHOWS("\377\376", PRINTABLE_WORDS, "\\xff\\xfe");
    SHOWS("\300\200", PRINTABLE_WORDS, "\\xc0\\x80"); /* overlong */
    SHOWS("\340\200\257", PRINTABLE_WORDS, "\\xe0\\x80\\xaf");
    SHOWS("\355\240\200", PRINTABLE_WORDS, "\\xed\\xa0\\x80"); /* a surrogate */
    SHOWS("\364\220\200\200", PRINTABLE_WORDS, "\\xf4\\x90\\x80\\x80");
    SHOWS("\303", PRINTABLE_WORDS, "\\xc3"); /* cut off */
    SHOWS("\303(", PRINTABLE_WORDS, "\\xc3(");
}

/* A second opinion, byte by byte, on what may come out: the table of well-formed sequences of the Unicode standard
 * (3-7). */
static size_t well_formed(const unsigned char *p)
{
    static const unsigned char table[][9] = {
        {0x00, 0x7f},
        {0xc2, 0xdf, 0x80, 0xbf},
        {0xe0, 0xe0, 0xa0, 0xbf, 0x80, 0xbf},
        {0xe1, 0xec, 0x80, 0xbf, 0x80, 0xbf},
        {0xed, 0xed, 0x80, 0x9f, 0x80, 0xbf},
        {0xee, 0xef, 0x80, 0xbf, 0x80, 0xbf},
        {0xf0, 0xf0, 0x90, 0xbf, 0x80, 0xbf, 0x80, 0xbf},
        {0xf1, 0xf3, 0x80, 0xbf, 0x80, 0xbf, 0x80, 0xbf},
        {0xf4, 0xf4, 0x80, 0x8f, 0x80, 0xbf, 0x80, 0xbf},
    };
    for (size_t row = 0; row < sizeof table / sizeof *table; row++) {
        size_t n = 0;
        while (n < 4 && (n == 0 || table[row][2 * n + 1]) && p[n] >= table[row][2 * n] && p[n] <= table[row][2 * n + 1])
            n++;
        if (n && (n == 4 || !table[row][2 * n + 1]))
            return n;
    }
    return 0;
}

static void random_bytes(void **state)
{
    (void)state;
    uint64_t seed = 20;
    for (int round = 0; round < 20000; round++) {
        char bytes[64];
        size_t size = random_next(&seed) % sizeof bytes;
        for (size_t i = 0; i < size; i++) /* bytes that sequences begin with and go on with are frequent */
            bytes[i] = (char)(random_next(&seed) % 3 ? 0x80 | random_next(&seed) % 128 : random_next(&seed) % 256);
        enum printable kind = round % 2 ? PRINTABLE_LINES : PRINTABLE_WORDS;
        struct text t = {0}, again = {0};
        text_append_printable(&t, bytes, size, kind);
        assert_int_equal(strlen(text_string(&t)), t.size);
        for (const unsigned char *p = (const unsigned char *)text_string(&t); *p;) {
            size_t n = well_formed(p);
            assert_true(n > 0);
            assert_true(*p >= ' ' || (kind == PRINTABLE_LINES && (*p == '\n' || *p == '\t')));
            assert_false(*p == 0x7f || (*p == 0xc2 && p[1] < 0xa0));
            p += n;
        }
        text_append_printable(&again, text_string(&t), t.size, kind);
        assert_string_equal(text_string(&t), text_string(&again)); /* what may be shown stays */
        text_free(&t);
        text_free(&again);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_text_stays),
        cmocka_unit_test(what_acts_on_a_terminal_is_named),
        cmocka_unit_test(what_is_not_utf8_is_named),
        cmocka_unit_test(random_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
