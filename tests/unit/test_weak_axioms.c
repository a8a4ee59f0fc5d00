/* What RC11, x86-TSO and sequential consistency say of the classical litmus tests: one execution each, written down by hand. */
#include "unit.h"

#include "weak/axioms.h"

enum { X, Y, LOCATIONS };

static struct execution x;

static void begin(void)
{
    execution_free(&x);
    vector_resize(&x.order, LOCATIONS);
    for (uint32_t l = 0; l < LOCATIONS; l++) {
        vector_push(&x.order.data[l], l);
        vector_push(&x.events, (struct weak_event){.kind = EVENT_INITIAL, .thread = NONE, .location = l, .from = NONE});
    }
}

static uint32_t add(uint8_t kind, uint32_t thread, uint32_t location, uint8_t order, uint32_t from)
{
    uint32_t id = x.events.size;
    vector_push(&x.events, (struct weak_event){.kind = kind, .order = order, .thread = thread, .location = location, .from = from});
    if (kind == EVENT_WRITE || kind == EVENT_UPDATE)
        vector_push(&x.order.data[location], id); /* modified in this order */
    return id;
}

#define W(t, l, o) add(EVENT_WRITE, t, l, ORDER_##o, NONE)
#define R(t, l, o, from) add(EVENT_READ, t, l, ORDER_##o, from)
#define U(t, l, o, from) add(EVENT_UPDATE, t, l, ORDER_##o, from)
#define F(t, o) add(EVENT_FENCE, t, NONE, ORDER_##o, NONE)

static void expect(bool c11, bool tso, bool sc)
{
    assert_int_equal(execution_allowed(&x, MODEL_C11), c11);
    assert_int_equal(execution_allowed(&x, MODEL_TSO), tso);
    assert_int_equal(execution_allowed(&x, MODEL_SC), sc);
}

static void store_buffering(void **state)
{
    (void)state;
    begin();
    W(0, X, RELAXED), R(0, Y, RELAXED, Y), W(1, Y, RELAXED), R(1, X, RELAXED, X);
    expect(true, true, false);
    begin();
    W(0, X, RELEASE), R(0, Y, ACQUIRE, Y), W(1, Y, RELEASE), R(1, X, ACQUIRE, X);
    expect(true, true, false);
    begin();
    W(0, X, SEQ_CST), R(0, Y, SEQ_CST, Y), W(1, Y, SEQ_CST), R(1, X, SEQ_CST, X);
    expect(false, false, false);
    begin();
    W(0, X, RELAXED), F(0, SEQ_CST), R(0, Y, RELAXED, Y), W(1, Y, RELAXED), F(1, SEQ_CST), R(1, X, RELAXED, X);
    expect(false, false, false);
    begin();
    W(0, X, RELAXED), F(0, ACQ_REL), R(0, Y, RELAXED, Y), W(1, Y, RELAXED), F(1, ACQ_REL), R(1, X, RELAXED, X);
    expect(true, true, false);
}

static void message_passing(void **state)
{
    (void)state;
    begin();
    W(0, X, RELAXED);
    uint32_t flag = W(0, Y, RELAXED);
    R(1, Y, RELAXED, flag), R(1, X, RELAXED, X);
    expect(true, false, false);
    begin();
    W(0, X, RELAXED), flag = W(0, Y, RELEASE), R(1, Y, ACQUIRE, flag), R(1, X, RELAXED, X);
    expect(false, false, false);
    begin();
    W(0, X, RELAXED), F(0, RELEASE), flag = W(0, Y, RELAXED), R(1, Y, RELAXED, flag), F(1, ACQUIRE), R(1, X, RELAXED, X);
    expect(false, false, false);
    begin(); /* through an update of another thread, which continues the release sequence */
    W(0, X, RELAXED), flag = W(0, Y, RELEASE), flag = U(1, Y, RELAXED, flag), R(2, Y, ACQUIRE, flag), R(2, X, RELAXED, X);
    expect(false, false, false);
    begin(); /* and not through one of the same thread, since C20 */
    W(0, X, RELAXED), W(0, Y, RELEASE), flag = W(0, Y, RELAXED), R(1, Y, ACQUIRE, flag), R(1, X, RELAXED, X);
    expect(true, false, false);
    assert_false(execution_allowed(&x, MODEL_C11_STORES));
}

static void independent_reads(void **state)
{
    (void)state;
    begin();
    uint32_t a = W(0, X, SEQ_CST), b = W(1, Y, SEQ_CST);
    R(2, X, ACQUIRE, a), R(2, Y, ACQUIRE, Y), R(3, Y, ACQUIRE, b), R(3, X, ACQUIRE, X);
    expect(true, false, false);
    begin();
    a = W(0, X, SEQ_CST), b = W(1, Y, SEQ_CST);
    R(2, X, SEQ_CST, a), R(2, Y, SEQ_CST, Y), R(3, Y, SEQ_CST, b), R(3, X, SEQ_CST, X);
    expect(false, false, false);
}

static void writes_twice(void **state) /* 2+2W */
{
    (void)state;
    begin();
    uint32_t a = W(0, X, RELAXED);
    W(0, Y, RELAXED);
    uint32_t d = W(1, Y, RELAXED);
    W(1, X, RELAXED);
    expect(true, true, true);
    begin(); /* a after d, and the write to Y of a's thread before that of d's */
    a = W(0, X, RELAXED), W(0, Y, RELAXED), d = W(1, Y, RELAXED), W(1, X, RELAXED);
    x.order.data[X].data[1] = d + 1, x.order.data[X].data[2] = a;
    expect(true, false, false);
}

static void load_buffering(void **state)
{
    (void)state;
    begin();
    R(0, X, RELAXED, 5), W(0, Y, RELAXED), R(1, Y, RELAXED, 3), W(1, X, RELAXED);
    expect(false, false, false);
}

static void coherence(void **state)
{
    (void)state;
    begin();
    uint32_t a = W(0, X, RELAXED);
    R(1, X, RELAXED, a), R(1, X, RELAXED, X);
    expect(false, false, false);
    begin();
    W(0, X, RELAXED), R(0, X, RELAXED, X);
    expect(false, false, false);
    begin(); /* two updates of one value */
    U(0, X, RELAXED, X), U(1, X, RELAXED, X);
    expect(false, false, false);
    begin();
    a = U(0, X, RELAXED, X), U(1, X, RELAXED, a);
    expect(true, true, true);
}

static void races(void **state)
{
    (void)state;
    begin();
    W(0, X, PLAIN);
    uint32_t flag = W(0, Y, RELEASE);
    R(1, Y, ACQUIRE, flag), R(1, X, PLAIN, 2);
    for (uint32_t i = 0; i < x.events.size; i++)
        x.events.data[i].access = i;
    assert_false(execution_races(&x, false, NONE, NONE));
    x.events.data[4].order = ORDER_RELAXED;
    assert_true(execution_races(&x, false, NONE, NONE));
    for (uint32_t a = 0; a < x.events.size; a++)
        for (uint32_t b = 0; b < x.events.size; b++)
            assert_int_equal(execution_races(&x, false, a, b), (a == 2 && b == 5) || (a == 5 && b == 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(store_buffering), cmocka_unit_test(message_passing), cmocka_unit_test(independent_reads),
        cmocka_unit_test(writes_twice),    cmocka_unit_test(load_buffering),  cmocka_unit_test(coherence),
        cmocka_unit_test(races),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    execution_free(&x);
    return failed;
}
