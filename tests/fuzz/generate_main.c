/* generate MODE SEED: prints one generated program. */
#include "generate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    struct text out = {0};
    uint64_t seed = argc == 3 ? strtoull(argv[2], NULL, 10) : 0;
    if (argc == 3 && !strcmp(argv[1], "threads"))
        generate_threads(&out, seed);
    else if (argc == 3 && !strcmp(argv[1], "unbounded"))
        generate_unbounded(&out, seed);
    else if (argc == 3 && !strcmp(argv[1], "identity"))
        generate_identity(&out, seed);
    else if (argc == 3 && !strcmp(argv[1], "crowd"))
        generate_crowd(&out, seed);
    else if (argc == 3 && !strcmp(argv[1], "copies"))
        generate_copies(&out, seed);
    else if (argc == 3 && !strcmp(argv[1], "counters"))
        generate_counters(&out, seed);
    else if (argc == 3 && !strcmp(argv[1], "sequential"))
        generate_sequential(&out, seed);
    else if (argc == 3 && !strcmp(argv[1], "undefined"))
        generate_undefined(&out, seed);
    else {
        fprintf(stderr, "usage: generate threads|unbounded|identity|crowd|copies|counters|sequential|undefined SEED\n");
        return 64;
    }
    fputs(text_string(&out), stdout);
    return 0;
}
