/* See priorities.h. */
#include "engines/random/priorities.h"

#include "base/memory.h"

#include <assert.h>

enum { LONGEST_TURN = 3, LONGEST_SKEW = 3 };

uint64_t draw_bits(struct priorities *u)
{
    uint64_t x = u->seed += UINT64_C(0x9e3779b97f4a7c15); /* splitmix64 */
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

uint32_t draw_below(struct priorities *u, uint32_t n) { return (uint32_t)((draw_bits(u) >> 32) * n >> 32); }

bool priorities_valid(const struct priorities *u)
{
    bool *seen = NEW_ARRAY(bool, u->count + 1), ok = u->alive <= u->count && u->change_count <= MOST_CHANGES;
    for (uint32_t i = 0; i < u->count && ok; i++) {
        ok = u->order[i] < u->count && !seen[u->order[i]];
        seen[ok ? u->order[i] : u->count] = true;
    }
    mem_free(seen);
    return ok;
}

void priorities_init(struct priorities *u, uint32_t count, uint64_t seed)
{
    *u = (struct priorities){.seed = seed, .count = count, .length = 1, .order = NEW_ARRAY(uint32_t, count + 1)};
    u->first_turn = NEW_ARRAY(uint8_t, count + 1);
}

void priorities_free(struct priorities *u)
{
    mem_free(u->order);
    mem_free(u->first_turn);
    mem_free(u->addresses);
}

static void move_down(struct priorities *u, uint32_t at, uint32_t to)
{
    uint32_t x = u->order[at];
    for (; at < to; at++)
        u->order[at] = u->order[at + 1];
    u->order[to] = x;
}

static void put_back(struct priorities *u, uint32_t at)
{
    if (at + 1 < u->alive)
        move_down(u, at, at + 1 + draw_below(u, u->alive - at - 1));
}

static void swap(struct priorities *u, uint32_t a, uint32_t b)
{
    uint32_t x = u->order[a];
    u->order[a] = u->order[b];
    u->order[b] = x;
}

/* Each further interruption is half as likely. */
static void draw_changes(struct priorities *u)
{
    u->change_count = draw_below(u, 16) ? 1 : 0;
    while (u->change_count && u->change_count < MOST_CHANGES && draw_below(u, 2))
        u->change_count++;
    for (uint32_t k = 0; k < u->change_count; k++)
        u->changes[k] = draw_below(u, u->by_window ? u->most_windows : u->length);
}

void priorities_begin(struct priorities *u)
{
    uint32_t kind = draw_below(u, 8);
    u->manner = kind < 5 ? MANNER_INTERRUPTED : kind < 7 ? MANNER_IN_TURN : MANNER_MIXED;
    u->main_first = draw_below(u, 4);
    u->main_last = false;
    u->steps = u->streak = u->windows = 0;
    u->by_window = u->most_windows && draw_below(u, 2);
    u->last = UINT32_MAX;
    u->by_site = draw_below(u, 2) ? draw_bits(u) : 0;
    u->grown = 0;
    u->text = (struct text_rest){0};
    u->alive = u->count;
    u->patience = u->manner == MANNER_IN_TURN ? draw_below(u, LONGEST_TURN) : 64u << 2 * draw_below(u, 4);
    draw_changes(u);
    uint8_t skew = (uint8_t)draw_below(u, LONGEST_SKEW);
    for (uint32_t i = 0; i < u->alive; i++) {
        u->order[i] = i;
        u->first_turn[i] = skew;
    }
    for (uint32_t i = u->alive; i > u->main_first + 1u; i--)
        swap(u, u->main_first + draw_below(u, i - u->main_first), i - 1);
    assert(priorities_valid(u));
}

/* Main has created all threads: from now on it is one of them, or waits for the others. */
static void main_has_created(struct priorities *u, uint32_t at)
{
    u->main_first = false;
    u->main_last = draw_below(u, 2);
    if (u->main_last)
        move_down(u, at, u->alive - 1);
    else if (draw_below(u, 4))
        put_back(u, at);
}

static bool changes_now(const struct priorities *u, unsigned what)
{
    if (u->by_window && !(what & MOVED_WINDOW))
        return false;
    uint32_t now = (u->by_window ? u->windows : u->steps) - 1;
    for (uint32_t k = 0; k < u->change_count; k++)
        if (u->changes[k] == now)
            return true;
    return false;
}

void priorities_moved(struct priorities *u, uint32_t at, unsigned what)
{
    assert(at < u->alive);
    uint32_t i = u->order[at];
    u->steps++;
    u->length = u->steps > u->length ? u->steps : u->length;
    u->windows += (what & MOVED_WINDOW) != 0;
    u->most_windows = u->windows > u->most_windows ? u->windows : u->most_windows;
    u->streak = i == u->last ? u->streak + 1 : 0;
    u->last = i;
    if (what & MOVED_ENDED)
        move_down(u, at, --u->alive);
    else if (what & MOVED_HALTS)
        move_down(u, at, u->alive - 1);
    else if (i == 0 && u->main_first && what & MOVED_CREATES)
        return;
    else if (i == 0 && u->main_first)
        main_has_created(u, at);
    else if (u->manner == MANNER_IN_TURN && u->streak >= u->patience + u->first_turn[i]) {
        uint32_t end = u->alive - 1;
        u->first_turn[i] = 0;
        move_down(u, at, u->main_last && end > at && u->order[end] == 0 ? end - 1 : end);
    } else if (u->manner == MANNER_MIXED)
        swap(u, 0, draw_below(u, u->alive));
    else if (u->streak > u->patience || changes_now(u, what))
        put_back(u, at);
}
