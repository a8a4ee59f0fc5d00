#include "base/pace.h"

#include "base/clock.h"

#include <assert.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>

struct pace {
    _Atomic uint64_t done, allowed;
    sem_t more; /* posted whenever more is allowed */
};

static _Thread_local uint64_t steps_so_far;
static _Thread_local struct pace *kept;

struct pace *pace_new(void)
{
    struct pace *p = mmap(NULL, sizeof *p, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
    sem_init(&p->more, 1, 0);
    return p;
}

void pace_free(struct pace *p)
{
    if (p)
        munmap(p, sizeof *p);
}

void pace_keep(struct pace *p)
{
    kept = p;
    steps_so_far = 0;
}

uint64_t pace_done(const struct pace *p) { return atomic_load_explicit(&p->done, memory_order_acquire); }
uint64_t pace_allowed(const struct pace *p) { return atomic_load_explicit(&p->allowed, memory_order_acquire); }

void pace_allow(struct pace *p, uint64_t steps)
{
    atomic_store_explicit(&p->allowed, steps, memory_order_release);
    sem_post(&p->more);
}

/* A signal ends the wait for the semaphore, and then it is seen whether that was an interruption. */
static void wait_for_more(struct pace *p)
{
    while (steps_so_far >= pace_allowed(p) && !interrupted())
        sem_wait(&p->more);
}

void effort_spend(uint64_t steps)
{
    steps_so_far += steps;
    if (!kept)
        return;
    atomic_store_explicit(&kept->done, steps_so_far, memory_order_release);
    if (steps_so_far >= pace_allowed(kept))
        wait_for_more(kept);
}

uint64_t effort_so_far(void) { return steps_so_far; }
