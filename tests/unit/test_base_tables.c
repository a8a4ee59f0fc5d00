/* Hash tables and bit sets against arrays that do the same the slow way. */
#include "base/bitset.h"
#include "base/map.h"
#include "base/memory.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

enum { KEYS = 300, ROUNDS = 60000 };

static void map_agrees_with_an_array(void **state)
{
    (void)state;
    size_t before = mem_used();
    struct map m = {0};
    uint64_t seed = 2, value[KEYS] = {0};
    bool present[KEYS] = {0};
    uint32_t size = 0;
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t k = (uint32_t)(random_next(&seed) % KEYS);
        uint64_t key = k % 3 ? k : (uint64_t)k << 40, got = 0;
        switch (random_next(&seed) % 5) {
        case 0:
        case 1:
            map_put(&m, key, value[k] = random_next(&seed));
            size += !present[k];
            present[k] = true;
            break;
        case 2:
            assert_int_equal(map_remove(&m, key), present[k]);
            size -= present[k];
            present[k] = false;
            break;
        default:
            assert_int_equal(map_get(&m, key, &got), present[k]);
            if (present[k])
                assert_int_equal(got, value[k]);
        }
        assert_int_equal(m.size, size);
        if (i == ROUNDS / 2) {
            map_clear(&m);
            memset(present, 0, sizeof present);
            size = 0;
        }
    }
    assert_true(m.capacity <= 2048); /* removed entries do not make it grow for ever */
    map_free(&m);
    assert_int_equal(mem_used(), before);
}

static void intern_gives_dense_ids(void **state)
{
    (void)state;
    struct intern t = {0};
    char word[32];
    bool is_new;
    assert_int_equal(intern_find(&t, "x", 1), INTERN_NONE);
    for (int round = 0; round < 2; round++)
        for (uint32_t i = 0; i < 5000; i++) {
            int n = snprintf(word, sizeof word, "w%u", i);
            assert_int_equal(intern_add(&t, word, (size_t)n, &is_new), i);
            assert_int_equal(is_new, round == 0);
        }
    for (uint32_t i = 0; i < 5000; i += 7) {
        int n = snprintf(word, sizeof word, "w%u", i);
        assert_int_equal(intern_find(&t, word, (size_t)n), i);
        assert_string_equal(intern_string(&t, i), word);
    }
    assert_int_equal(intern_find(&t, "w1", 1), INTERN_NONE); /* "w" */
    uint32_t empty = intern_add(&t, "", 0, &is_new);
    assert_true(is_new);
    size_t length = 1;
    assert_string_equal(intern_bytes(&t, empty, &length), "");
    assert_int_equal(length, 0);
    uint32_t zeros = intern_add(&t, "\0\0", 2, &is_new);
    assert_true(is_new && zeros != empty);
    intern_free(&t);
}

/* As if they had never come: others have their numbers, whatever the table has grown to meanwhile. */
static void intern_forgets_the_last(void **state)
{
    (void)state;
    struct intern t = {0};
    char word[16];
    for (uint32_t i = 0; i < 50; i++)
        intern_add(&t, word, (size_t)snprintf(word, sizeof word, "kept %u", i), NULL);
    struct intern_mark mark = intern_mark(&t);
    size_t bytes = t.bytes.bytes;
    for (uint32_t round = 0; round < 3; round++) {
        for (uint32_t i = 0; i < 5000; i++)
            assert_int_equal(intern_add(&t, word, (size_t)snprintf(word, sizeof word, "%u", i * (round + 1)), NULL), 50 + i);
        intern_rewind(&t, mark);
        assert_int_equal(t.size, 50);
        assert_int_equal(t.bytes.bytes, bytes);
        assert_int_equal(intern_find(&t, "4", 1), INTERN_NONE);
        for (uint32_t i = 0; i < 50; i++)
            assert_int_equal(intern_find(&t, word, (size_t)snprintf(word, sizeof word, "kept %u", i)), i);
    }
    for (uint32_t i = 0; i < 100; i++) /* new memory is zeroed again */
        assert_int_equal(*(char *)arena_alloc(&t.bytes, 64), 0);
    intern_free(&t);
}

enum { MEMBERS = 500 };

static void random_set(struct bitset *s, bool *slow, uint64_t *seed)
{
    memset(slow, 0, MEMBERS * sizeof *slow);
    uint32_t most = 1 + (uint32_t)(random_next(seed) % MEMBERS), n = (uint32_t)(random_next(seed) % 80);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t x = (uint32_t)(random_next(seed) % most);
        bitset_add(s, x);
        slow[x] = true;
        if (i % 5 == 0) {
            x = (uint32_t)(random_next(seed) % MEMBERS);
            bitset_remove(s, x);
            slow[x] = false;
        }
    }
}

static void assert_same(const struct bitset *s, const bool *slow)
{
    uint32_t count = 0, expected = bitset_next(s, 0);
    for (uint32_t i = 0; i < MEMBERS; i++) {
        assert_int_equal(bitset_has(s, i), slow[i]);
        if (slow[i]) {
            assert_int_equal(expected, i);
            expected = bitset_next(s, i + 1);
            count++;
        }
    }
    assert_int_equal(expected, BITSET_END);
    assert_int_equal(bitset_count(s), count);
    assert_int_equal(bitset_empty(s), count == 0);
}

static void bitset_agrees_with_an_array(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int round = 0; round < 500; round++) {
        struct bitset a = {0}, b = {0}, c = {0};
        bool sa[MEMBERS], sb[MEMBERS], sc[MEMBERS], meets = false, within = true, changed = false;
        random_set(&a, sa, &seed);
        random_set(&b, sb, &seed);
        assert_same(&a, sa);
        for (int i = 0; i < MEMBERS; i++) {
            meets |= sa[i] && sb[i];
            within &= !sa[i] || sb[i];
        }
        assert_int_equal(bitset_meets(&a, &b), meets);
        assert_int_equal(bitset_within(&a, &b), within);
        for (int op = 0; op < 3; op++) {
            bitset_copy(&c, &a);
            assert_true(bitset_equal(&c, &a));
            changed = false;
            for (int i = 0; i < MEMBERS; i++) {
                sc[i] = op == 0 ? sa[i] || sb[i] : op == 1 ? sa[i] && sb[i] : sa[i] && !sb[i];
                changed |= sc[i] != sa[i];
            }
            bool said = op == 0 ? bitset_unite(&c, &b) : op == 1 ? bitset_intersect(&c, &b) : bitset_subtract(&c, &b);
            assert_int_equal(said, changed);
            assert_same(&c, sc);
            assert_int_equal(bitset_equal(&a, &c), !changed);
        }
        bitset_clear(&c);
        assert_true(bitset_empty(&c));
        bitset_free(&a);
        bitset_free(&b);
        bitset_free(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(map_agrees_with_an_array),
        cmocka_unit_test(intern_gives_dense_ids),
        cmocka_unit_test(intern_forgets_the_last),
        cmocka_unit_test(bitset_agrees_with_an_array),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
