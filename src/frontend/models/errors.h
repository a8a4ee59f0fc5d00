/* Numbers of errors, as in Linux, and errno, one for each thread. */
#ifndef HEDDLE_MODELS_ERRORS_H
#define HEDDLE_MODELS_ERRORS_H

enum {
    E_PERM = 1,
    E_NOENT = 2,
    E_INTR = 4,
    E_IO = 5,
    E_BADF = 9,
    E_AGAIN = 11,
    E_NOMEM = 12,
    E_BUSY = 16,
    E_EXIST = 17,
    E_INVAL = 22,
    E_DOM = 33,
    E_RANGE = 34,
    E_DEADLK = 35,
    E_OVERFLOW = 75,
    E_NOTSUP = 95,
    E_NOBUFS = 105,
    E_TIMEDOUT = 110,
    E_OWNERDEAD = 130,
    E_NOTRECOVERABLE = 131
};

int __heddle_failed(int error);   /* sets errno, returns -1 */
int __heddle_fails_somehow(void); /* the same with any error */
int __heddle_fails_if(
    int failed); /* the same if failed is 1, else 0; there is no branch, so only who looks at the result or at errno relies on it */
int __heddle_fails_by(int error); /* the same; this one is always possible, and a violation may rely on it. 0: none is */
int __heddle_fails(void);         /* the same: the system has no memory left, or whatever else stops it */

#endif
