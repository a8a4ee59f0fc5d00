/* generate MODE SEED: prints one generated program. */
#include "generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    void (*generate)(struct text *, uint64_t seed);
} generators[] = {
    {"threads", generate_threads},
    {"unbounded", generate_unbounded},
    {"identity", generate_identity},
    {"crowd", generate_crowd},
    {"copies", generate_copies},
    {"heap", generate_heap},
    {"sync", generate_sync},
    {"counters", generate_counters},
    {"choices", generate_choices},
    {"sequential", generate_sequential},
    {"undefined", generate_undefined},
    {"layout", generate_layout},
    {"procedures", generate_procedures},
    {"waits", generate_waits},
    {"rounds", generate_rounds},
    {"readers", generate_readers},
    {"lists", generate_lists},
    {"homes", generate_homes},
    {"handed", generate_handed},
    {"jumps", generate_jumps},
    {"lives", generate_lives},
    {"lives_together", generate_lives_together},
    {"limits", generate_limits},
};

static int show(const struct text *out)
{
    fputs(text_string(out), stdout);
    return 0;
}

int main(int argc, char **argv)
{
    struct text out = {0};
    uint64_t seed = argc >= 3 ? strtoull(argv[2], NULL, 10) : 0;
    if (argc >= 3 && !strcmp(argv[1], "real")) {
        generate_real(&out, seed, (const char *const *)argv + 3, (unsigned)argc - 3);
        return show(&out);
    }
    for (unsigned i = 0; argc == 3 && i < sizeof generators / sizeof *generators; i++)
        if (!strcmp(argv[1], generators[i].name)) {
            generators[i].generate(&out, seed);
            return show(&out);
        }
    fprintf(stderr, "usage: generate GENERATOR SEED\n       generate real SEED [SCENARIO | -SCENARIO]...\n");
    for (unsigned i = 0; i < sizeof generators / sizeof *generators; i++)
        fprintf(stderr, "  %s\n", generators[i].name);
    return 64;
}
