/* The program as the Cartesian engine sees it: shared stores over chosen cells, classes of threads that cannot be told
 * apart, their local states, and who goes from where to where. Everything is a small number; transitions are computed
 * when they are first asked for. */
#ifndef HEDDLE_ENGINES_CARTESIAN_MODEL_H
#define HEDDLE_ENGINES_CARTESIAN_MODEL_H

#include "base/clock.h"
#include "engines/cartesian/product.h"
#include "execute/partial/step.h"

enum cartesian_level {
    CARTESIAN_RUNNING, /* threads run from the start: when they are created and whether they have ended is forgotten */
    CARTESIAN_CREATED, /* nothing is forgotten but cells that nobody reads */
    CARTESIAN_FULL,    /* nothing at all */
};

struct class
{
    uint32_t template, instance; /* the first of its threads */
    u32_vector instances;
    struct sight sight;
    struct intern locals;              /* code << 32 | location, then the frame: a local state */
    struct bitset errors, unsupported; /* local states at such locations */
    bool touches;                      /* reads or writes the stores */
};

struct transition {
    uint32_t store, local;
    uint32_t path, path_count; /* edges, in paths */
};

struct about_access {
    uint32_t access, cell, slot;
    uint8_t target; /* enum slot_target */
    bool inside, loose;
};

struct cartesian_model {
    const struct program *program;
    struct partial_model partial;
    enum cartesian_level level;
    VECTOR(struct class) classes;
    struct product_space space;
    struct intern stores;
    u32_vector grown; /* domains that grew while steps are being taken */
    /* By (class, store, local): its transitions and accesses. */
    struct intern known;
    VECTOR(struct { uint32_t begin, count, about, about_count; }) ranges;
    VECTOR(struct transition) transitions;
    VECTOR(struct about_access) abouts;
    u32_vector paths;
    /* By (class, store, row): stores and rows that it leads to. */
    struct intern images;
    VECTOR(struct { uint32_t begin, count; }) image_ranges;
    VECTOR(struct {
        uint32_t store;
        row row;
    })
    image_list;
    bool races, sections;
    bool stale;                   /* a domain grew that was used: what is known is not all */
    const struct reason *stopped; /* the system cannot be computed completely */
    struct budget budget;
    uint32_t store_limit;
};

/* forgotten: by cell, or NULL. False with *why. */
bool cartesian_model_init(struct cartesian_model *s, const struct program *p, enum cartesian_level level, const bool *forgotten,
                          bool races, const struct reason **why);
void cartesian_model_free(struct cartesian_model *s);

uint32_t cartesian_model_initial_store(struct cartesian_model *s);
uint32_t cartesian_model_initial_local(struct cartesian_model *s, uint32_t class);

/* Index into ranges. */
uint32_t cartesian_model_known(struct cartesian_model *s, uint32_t class, uint32_t store, uint32_t local);
/* Index into image_ranges. */
uint32_t cartesian_model_image(struct cartesian_model *s, uint32_t class, uint32_t store, row r);
void cartesian_model_forget_known(struct cartesian_model *s); /* after stale */

uint64_t cartesian_model_location(const struct cartesian_model *s, uint32_t class, uint32_t local); /* code << 32 | location */

#endif
