/* epoll: which of the files that were registered are ready is up to the world, and what comes back for one is what it was registered with. A file that is closed is
 * forgotten. What is done to a set is done at once, and whoever hears of a file comes after the one who registered it. Which number a file has is any value, so a violation
 * behind a search for one by its number does not count. */
#include "epoll.h"
#include "errors.h"
#include "heddle.h"

struct __attribute__((packed)) event {
    unsigned what;
    union {
        void *pointer;
        unsigned long long number;
    } data;
};

enum { ADD = 1, REMOVE, CHANGE };
enum { ERROR = 8, HANG_UP = 16, ONCE = 1u << 30, SORTS = 0xffff | 1 << 13 };
enum { MOST = 8 };

static struct registered {
    _Bool used, silent; /* silent: it was to be reported once, and has been */
    int set, file;
    struct event event;
} all[MOST];

unsigned __heddle_epoll_sets; /* that were made */

static int new_set(void)
{
    if (__heddle_nondet_bool())
        return __heddle_fails();
    __heddle_atomic_begin();
    __heddle_epoll_sets += __heddle_epoll_sets < 2;
    __heddle_atomic_end();
    return (int)(__heddle_any_u32("the number of a file") & 0x7fffffff);
}

MODEL int epoll_create(int size) { return size > 0 ? new_set() : __heddle_failed(E_INVAL); }

MODEL int epoll_create1(int flags)
{
    (void)flags;
    return new_set();
}

static _Bool is_of(const struct registered *r, int set) { return r->used && (__heddle_epoll_sets < 2 || r->set == set); }

/* In an atomic section; MOST: it is not there. */
static unsigned place_of(int set, int file)
{
    unsigned k = 0;
    while (k < MOST && !(is_of(&all[k], set) && all[k].file == file))
        k++;
    return k;
}

static unsigned free_place(void)
{
    for (unsigned k = 0; k < MOST; k++)
        if (!all[k].used)
            return k;
    __heddle_unsupported("limit: more than 8 files in sets of epoll");
}

static int change(int set, int how, int file, const struct event *event)
{
    unsigned k = place_of(set, file);
    if (how == ADD ? k < MOST : k == MOST)
        return how == ADD ? E_EXIST : E_NOENT;
    if (how == ADD)
        k = free_place();
    all[k].used = how != REMOVE;
    all[k].silent = 0;
    all[k].set = set;
    all[k].file = file;
    if (how != REMOVE)
        all[k].event = *event;
    return 0;
}

MODEL int epoll_ctl(int set, int how, int file, struct event *event)
{
    struct event copy = {0};
    if (__heddle_duplicates_files())
        __heddle_unsupported("epoll beside files with several numbers");
    if (set < 0 || file < 0)
        return __heddle_failed(E_BADF);
    if (how < ADD || how > CHANGE)
        return __heddle_failed(E_INVAL);
    if (__heddle_nondet_bool())
        return __heddle_fails_somehow();
    if (how != REMOVE)
        copy = *event;
    __heddle_atomic_begin();
    int error = change(set, how, file, &copy);
    __heddle_atomic_end();
    return error ? __heddle_failed(error) : 0;
}

/* One that is ready, and was not told yet; false if it is not. */
static _Bool next_ready(int set, unsigned *told, struct event *e)
{
    unsigned k = __heddle_nondet_u8();
    if (k >= MOST || !is_of(&all[k], set) || all[k].silent || *told >> k & 1)
        return 0;
    *e = all[k].event;
    e->what = __heddle_nondet_u32() & ((e->what & SORTS) | ERROR | HANG_UP);
    if (!e->what)
        return 0;
    all[k].silent = (all[k].event.what & ONCE) != 0;
    *told |= 1u << k;
    return 1;
}

static int wait_for(int set, struct event *found, int most, _Bool for_ever)
{
    if (set < 0)
        return __heddle_failed(E_BADF);
    if (most <= 0)
        return __heddle_failed(E_INVAL);
    if (__heddle_nondet_bool())
        return __heddle_fails_by(E_INTR);
    if (!__heddle_from_outside())
        __heddle_approximate("which files are ready");
    unsigned told = 0;
    for (int n = 0; n < most && n < MOST; n++) {
        struct event e;
        __heddle_atomic_begin();
        _Bool ready = next_ready(set, &told, &e);
        __heddle_assume(ready || n > 0 || !for_ever);
        __heddle_atomic_end();
        if (!ready)
            return n;
        found[n] = e;
    }
    return most < MOST ? most : MOST;
}

MODEL int epoll_wait(int set, struct event *found, int most, int milliseconds)
{
    return wait_for(set, found, most, milliseconds < 0);
}

MODEL int epoll_pwait(int set, struct event *found, int most, int milliseconds, const void *signals)
{
    if (signals)
        __heddle_reads(signals, sizeof(long));
    return wait_for(set, found, most, milliseconds < 0);
}

void __heddle_forget_closed(int file)
{
    __heddle_atomic_begin();
    for (unsigned k = 0; k < MOST; k++)
        if (all[k].used && (all[k].file == file || all[k].set == file))
            all[k].used = 0;
    __heddle_atomic_end();
}
