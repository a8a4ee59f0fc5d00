/* The semaphore inside the user's sem_t. */
#ifndef HEDDLE_MODELS_SEMAPHORE_H
#define HEDDLE_MODELS_SEMAPHORE_H

enum { SEM_VALUE_MAX = 0x7fffffff };

struct semaphore {
    unsigned value;
    int rest[__SIZEOF_POINTER__ == 4 ? 3 : 7];
};
_Static_assert(sizeof(struct semaphore) == (__SIZEOF_POINTER__ == 4 ? 16 : 32), "size of glibc's sem_t");

#endif
