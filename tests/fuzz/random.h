/* Random choices of the generators: small, fast and the same everywhere. */
#ifndef HEDDLE_TESTS_FUZZ_RANDOM_H
#define HEDDLE_TESTS_FUZZ_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

struct random {
    uint64_t state;
};

static inline uint64_t random_next(struct random *r)
{
    uint64_t z = r->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static inline unsigned random_below(struct random *r, unsigned n) { return (unsigned)(random_next(r) % n); }
static inline bool random_chance(struct random *r, unsigned percent) { return random_below(r, 100) < percent; }

#endif
