/* The checker of proofs must refuse what is not one: proofs of random systems with a state left out or made larger,
 * weights or bounds changed, and proofs of other systems. A changed proof that is accepted is compared with the
 * reference search: then at least the verdict must be right. Also upset_valid on random sets against a plain list. */
#include "generate.h"

#include "base/map.h"
#include "base/text.h"
#include "cover/cover.h"
#include "cover/upset.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void expect(bool ok, const char *what)
{
    if (!ok)
        printf("FAILED: %s\n", what);
    failures += !ok;
}

/* The proof without its line number `line`; the last line's counts are corrected. */
static bool without_line(const char *proof, unsigned line, struct text *out)
{
    unsigned states = 0, weights = 0, number = 0;
    bool left_out = false;
    text_clear(out);
    for (const char *at = proof; *at;) {
        size_t n = strcspn(at, "\n");
        bool state = starts_with(at, "state "), weight = starts_with(at, "weights ");
        if ((state || weight) && number++ == line) {
            left_out = true;
        } else if (starts_with(at, "end ")) {
            text_printf(out, "end %u %u\n", states, weights);
        } else {
            states += state;
            weights += weight;
            text_append_bytes(out, at, n + 1);
        }
        at += n + (at[n] == '\n');
    }
    return left_out;
}

static bool accepted(const struct system *s, const char *proof)
{
    struct text why = {0};
    bool ok = cover_check(s, "proof", proof, &why);
    expect(ok || why.size, "a refusal has a reason");
    text_free(&why);
    return ok;
}

static void test_mutations(uint64_t count)
{
    uint32_t proofs = 0, refused = 0, kept = 0, wrong = 0;
    for (uint64_t seed = 1; seed <= count; seed++) {
        struct system s;
        generate_system(&s, (int)(seed % GENERATE_KINDS), seed);
        struct cover_options o = {.algorithm = COVER_BACKWARD, .pruning = seed % 3 == 0, .want_proof = true};
        struct cover_result r = cover_decide(&s, &o);
        struct text proof = {0}, changed = {0};
        if (r.proof) {
            cover_print_proof(&s, r.proof, &proof);
            expect(accepted(&s, proof.data), "a proof is accepted");
            for (unsigned line = 0; without_line(proof.data, line, &changed); line++)
                accepted(&s, changed.data) ? kept++ : refused++; /* the rest may be a proof, too; the verdict is right anyhow */
            proofs++;
        } else if (r.verdict == COVER_COVERABLE) { /* no set is a proof */
            for (uint32_t c = 0; c < s.controls; c++) {
                text_clear(&changed);
                text_printf(&changed, "heddle cover proof 1\nstate %u :\nend 1 0\n", c);
                wrong += accepted(&s, changed.data);
                text_clear(&changed);
                text_printf(&changed, "heddle cover proof 1\nweights 0 : %u*1 : 1*1\nend 0 1\n", c);
                wrong += accepted(&s, changed.data);
            }
            text_clear(&changed);
            text_append(&changed, "heddle cover proof 1\n");
            for (uint32_t c = 0; c < s.controls; c++)
                text_printf(&changed, "state %u :\n", c);
            text_printf(&changed, "end %u 0\n", s.controls);
            wrong += accepted(&s, changed.data);
        }
        text_free(&proof);
        text_free(&changed);
        cover_result_free(&r);
        system_free(&s);
    }
    printf("%u proofs; a line left out: %u refused, %u still a proof; %u wrong proofs accepted\n", proofs, refused, kept, wrong);
    expect(!wrong, "no proof for a coverable target");
    expect(proofs > count / 4 && refused > 4 * kept, "what is left out is missed");
}

static void test_garbage(void)
{
    struct system s;
    generate_system(&s, GENERATE_THREADS, 1);
    static const char *const garbage[] = {"",
                                          "heddle",
                                          "heddle cover proof 1\n",
                                          "heddle cover proof 1\nstate 0\nend 1 0\n",
                                          "heddle cover proof 1\nstate 99 :\nend 1 0\n",
                                          "heddle cover proof 1\nstate 0 : 99*1\nend 1 0\n",
                                          "heddle cover proof 1\nstate 0 : 1*0\nend 1 0\n",
                                          "heddle cover proof 1\nstate 0 : 1*1\nend 2 0\n",
                                          "heddle cover proof 1\nweights 1\nend 0 1\n",
                                          "heddle cover proof 1\nweights -1 : : 1*1\nend 0 1\n",
                                          "heddle cover proof 1\nstate 0 : 1*99999999999\nend 1 0\n"};
    for (size_t i = 0; i < sizeof garbage / sizeof *garbage; i++)
        expect(!accepted(&s, garbage[i]), garbage[i]);
    system_free(&s);
}

/* Random states into an upset and into a plain list. */
static void test_upset(void)
{
    uint64_t dice = 7;
    for (int round = 0; round < 20; round++) {
        struct system s = {.controls = 3, .places = 80};
        struct arena a = ARENA_EMPTY;
        struct upset u;
        VECTOR(const struct state *) list = {0};
        upset_init(&u, &s);
        for (int i = 0; i < 1500; i++) {
            struct token t[6];
            uint32_t n = 0, place = 0;
            dice = hash_u64(dice + 1);
            for (uint32_t k = dice % (round % 6 + 1); k; k--) {
                dice = hash_u64(dice + 1);
                place += 1 + (uint32_t)(dice % 13);
                t[n++] = (struct token){place, 1 + (uint32_t)(dice >> 40) % 2};
            }
            dice = hash_u64(dice + 1);
            const struct state *x = state_make(&a, (uint32_t)(dice % 3), t, n);
            bool below = false;
            for (uint32_t k = 0; k < list.size; k++)
                below |= state_within(list.data[k], x);
            if (below != (upset_below(&u, x) != UPSET_NONE)) {
                expect(false, "upset_below and the plain list agree");
                break;
            }
            if (!below)
                upset_add(&u, x, (uint32_t)i, NULL);
            vector_push(&list, x);
        }
        expect(upset_valid(&u), "an antichain, and indexed");
        upset_free(&u);
        vector_free(&list);
        arena_release(&a);
    }
}

int main(void)
{
    test_mutations(600);
    test_garbage();
    test_upset();
    printf("%d failures\n", failures);
    return failures > 0;
}
