/* The mutex inside the user's pthread_mutex_t or mtx_t. All zero means: normal kind, free. The kind lies where glibc's static
 * initialisers put it. Functions named __heddle_* are for other models, so that a user's own pthread_mutex_lock does not get
 * into C11 mutexes or condition variables. */
#ifndef HEDDLE_MODELS_MUTEX_H
#define HEDDLE_MODELS_MUTEX_H

#include "destroyed.h"
#include "errors.h"
#include "time.h"

struct mutex {
    unsigned owner; /* 0, or the id of the thread that holds it; first, so that a mutex is at its owner's address */
    unsigned count; /* of a recursive mutex that is held: how often it was locked again */
    int state;      /* of a robust mutex: enum mutex_state (robust.c) */
#if __SIZEOF_POINTER__ == 8
    int unused;
#endif
    int kind;
    int rest[__SIZEOF_POINTER__ == 4 ? 2 : 5];
};
_Static_assert(sizeof(struct mutex) == (__SIZEOF_POINTER__ == 4 ? 24 : 40), "size of glibc's pthread_mutex_t");
_Static_assert(__builtin_offsetof(struct mutex, kind) == (__SIZEOF_POINTER__ == 4 ? 12 : 16), "place of glibc's __kind");

/* As in glibc; its adaptive kind behaves as a normal one, its flags (robust, shared, protocols) lie above KIND_MASK. */
enum mutex_kind { KIND_NORMAL, KIND_RECURSIVE, KIND_ERRORCHECK, KIND_ADAPTIVE, KIND_MASK = 3, KIND_ROBUST = 16 };

/* robust.c. Robust mutexes are told apart only in programs that make some: */
extern const int __heddle_robust; /* set by module.c */
static inline _Bool is_robust(const struct mutex *m) { return __heddle_robust && (m->kind & KIND_ROBUST); }
enum { FOR_EVER = -1 };
int __heddle_robust_lock(struct mutex *m, int if_taken); /* if_taken: the error, or FOR_EVER */
int __heddle_robust_release(struct mutex *m);            /* in an atomic section */
void __heddle_robust_left(void);                         /* at the end of a thread */

static inline void use_mutex(const struct mutex *m)
{
    __heddle_initialised(&m->kind, sizeof m->kind + sizeof m->rest, "a mutex");
    MUST_LIVE(&m->owner, "a mutex");
}
int __heddle_mutex_lock(struct mutex *m);
void __heddle_mutex_init(struct mutex *m, int kind);
int __heddle_mutex_destroy(struct mutex *m);
int __heddle_mutex_try(struct mutex *m); /* 0, or E_BUSY where another thread (or this one) holds it */
int __heddle_mutex_try_until(struct mutex *m, const struct time *until);
int __heddle_mutex_unlock(struct mutex *m);
/* The first half of waiting: as unlock, to be called inside an atomic section. */
int __heddle_mutex_release(struct mutex *m);

#endif
