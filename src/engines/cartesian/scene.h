/* The program as the Cartesian engine sees it: shared stores over chosen cells, classes of threads that cannot be told
 * apart, their local states, and who goes from where to where. Everything is a small number; transitions are computed
 * when they are first asked for. */
#ifndef HEDDLE_ENGINES_CARTESIAN_SCENE_H
#define HEDDLE_ENGINES_CARTESIAN_SCENE_H

#include "base/clock.h"
#include "engines/cartesian/product.h"
#include "execute/partial/step.h"

enum scene_level {
    SCENE_RUNNING, /* threads run from the start: when they are created and whether they have ended is forgotten */
    SCENE_CREATED, /* nothing is forgotten but cells that nobody reads */
    SCENE_FULL,    /* nothing at all */
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
    uint8_t target; /* enum target */
    bool inside, loose;
};

struct scene {
    const struct program *program;
    struct world world;
    enum scene_level level;
    VECTOR(struct class) classes;
    struct space space;
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
bool scene_init(struct scene *s, const struct program *p, enum scene_level level, const bool *forgotten, bool races,
                const struct reason **why);
void scene_free(struct scene *s);

uint32_t scene_initial_store(struct scene *s);
uint32_t scene_initial_local(struct scene *s, uint32_t class);

/* Index into ranges. */
uint32_t scene_known(struct scene *s, uint32_t class, uint32_t store, uint32_t local);
/* Index into image_ranges. */
uint32_t scene_image(struct scene *s, uint32_t class, uint32_t store, row r);
void scene_forget_known(struct scene *s); /* after stale */

uint64_t scene_location(const struct scene *s, uint32_t class, uint32_t local); /* code << 32 | location */
uint32_t scene_class_of(const struct scene *s, uint32_t template, uint32_t instance);

#endif
