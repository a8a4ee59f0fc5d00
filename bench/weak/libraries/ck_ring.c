/* libck-dev: SPSC
 * The ring of Concurrency Kit: one thread puts two pointers in, main takes what is there. BROKEN: what they point to is written afterwards. */
#include <assert.h>
#include <ck_ring.h>
#include <pthread.h>

static ck_ring_t ring;
static ck_ring_buffer_t buffer[4];
static int values[2];

static void *put(void *unused)
{
    for (int i = 0; i < 2; i++) {
#ifndef BROKEN
        values[i] = i + 1;
#endif
        ck_ring_enqueue_spsc(&ring, buffer, &values[i]);
#ifdef BROKEN
        values[i] = i + 1;
#endif
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    void *got;
    int expected = 1;
    ck_ring_init(&ring, 4);
    pthread_create(&t, 0, put, 0);
    for (int i = 0; i < 2; i++)
        if (ck_ring_dequeue_spsc(&ring, buffer, &got))
            assert(*(int *)got == expected++);
    pthread_join(t, 0);
    return 0;
}
