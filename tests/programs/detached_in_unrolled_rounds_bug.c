/* heddle: race=UNKNOWN; engines: auto; reason: a thread is detached that was joined or detached before */
/* Nothing is left of the inner loop's bound in rounds that are unrolled: this was an internal error. The thread of the first round is detached twice. */
#include <pthread.h>

static pthread_t ids[2];

static void *work(void *unused) { return unused; }

int main(void)
{
    for (int k = 0; k < 2; k++) {
        if (k == 0)
            pthread_create(&ids[0], 0, work, 0);
        pthread_t first = ids[0];
        for (int i = 0; i < 2; i++) {
            if (k)
                pthread_create(&ids[0], 0, work, 0);
            if (k)
                pthread_detach(first);
        }
    }
}
